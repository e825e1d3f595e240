"""Picture files: headers, decoding, QR codes and annotation."""
