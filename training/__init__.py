"""Training of the reader's nets; for developers, with the extra `training`.

Nothing at run time imports it. `scenes` says what a synthetic picture shows and draws it, `pool` stores such scenes.
Nets: `photos` loads real pictures, `target` crops pictures and computes the wanted output, `net` and `teach` are the
detector and its training, `patch` and `judge` those of the judge, `signs` and `likeness` those of the face embedding.
`start` begins from exported nets, `export` writes the nets as ONNX for OpenCV, `dispute` finds labels that they
contradict, `calibrate` weighs the estimates. `python -m training --help` lists the options.
"""
