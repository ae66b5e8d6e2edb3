"""What the five rule books say, as data.

`catalogue` finds clauses and their numbers, `search` finds them by everyday words, `coverage` says
what the software does about each and which tests prove it, `checklist` puts conduct before people.
"""
