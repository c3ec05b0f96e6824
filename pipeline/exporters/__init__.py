"""Environments for other ecosystems: ``python -m pipeline.exporters TARGET POOL_OR_RUN --out DIR``.

``sources`` reads a pool or a run, ``folder`` writes what every export holds, ``packages`` the three that are
Python packages (their modules are the files under ``shipped/``, copied as they are), ``hf`` the data set.
"""
