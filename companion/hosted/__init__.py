"""Serving many tables from PostgreSQL: the extra ``hosted``, which nothing else imports."""
