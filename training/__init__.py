"""Training of the reader's nets; for developers, with the extra `training`.

Nothing at run time imports it. `scenes` says what a synthetic picture shows and draws it, `pool` stores scenes and the
patches cut from them. Nets: `photos` loads real pictures, `bank` and `patches` hold them where the nets are taught,
`vary` crops and recolors whole batches, `net` and `teach` are the detector and its training, `patch` and `judge` those
of the judge, `signs` and `likeness` those of the face embedding; `target` crops for the finder of symbol dice.
`start` begins from exported nets, `export` writes the nets as ONNX for OpenCV, `dispute` finds labels that they
contradict, `calibrate` weighs the estimates. `python -m training --help` lists the options.
"""
