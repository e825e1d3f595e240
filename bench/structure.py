"""Counts of the product's source in a table: ``python -m bench.structure``, in a few seconds."""

from dataclasses import fields

from tests.support.code_counts import CodeCounts, all_counts

if __name__ == "__main__":
    found = all_counts()
    print("".ljust(20) + "".join(package.rjust(12) for package in found))
    for field in fields(CodeCounts):
        numbers = "".join(f"{getattr(counts, field.name):12,}" for counts in found.values())
        print(field.name.replace("_", " ").ljust(20) + numbers)
