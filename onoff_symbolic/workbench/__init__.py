"""The workbench: a folder of static pages on which the package runs in a browser.

    answers     what a page asks and what it shows; runs in the browser
    areas       the parts of a region in two parameters, as a picture
    folder      writes the pages, Python, and the packages that it needs

The scripts in `static` show what `answers` returns: no verdict, formula or table is written there.
"""
