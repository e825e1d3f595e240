"""The page without a server: static files for any https host, in which Python runs in the browser.

``python -m page FOLDER`` builds it. ``packages`` collects what Python needs there, ``build`` lays out the files,
``web`` holds what the browser runs beside the app: the offline worker and the page's scripts.
"""
