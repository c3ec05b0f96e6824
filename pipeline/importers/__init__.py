"""Published environment sets, and output folders of the published training code, as run logs.

``source`` is what an importer says about a set, ``entries`` reads one entry of a manifest or table,
``tables``, ``pools``, ``run_sets`` and ``training_output`` know one layout each, ``detect`` tells which one a
path holds.
``judge`` runs the programs in the sandbox, ``rows`` and ``log`` write what came of it.
"""

from pipeline.importers.bring_in import bring_in
from pipeline.importers.detect import FORMATS, find_source
from pipeline.importers.source import ImportProblem, Item, Source

__all__ = ["FORMATS", "ImportProblem", "Item", "Source", "bring_in", "find_source"]
