def refuted_at(goal):
    print(goal["claim"]); return None
