"""The explorer's map and player as plain files, for a web server that only serves files.

``store`` the chosen runs · ``run_files`` their data · ``play_files`` what the other pages show · ``pages``
the pages themselves, the components and the runtime · ``site`` puts all of it into one directory. ``web/``
holds what only these pages have: a frame, and for each the few lines that mount its component.
"""
