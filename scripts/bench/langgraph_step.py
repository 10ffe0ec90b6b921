"""Steps of a LangGraph loop of one node, with its checkpointer in memory and without: microseconds
a step, the median of several runs."""

import operator
import statistics
import time
from typing import Annotated, TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph

STEPS = 200


class State(TypedDict):
    count: int
    said: Annotated[list[str], operator.add]


def step(state: State) -> dict:
    return {"count": state["count"] + 1, "said": ["step"]}


def more(state: State) -> str:
    return "step" if state["count"] < STEPS else END


def a_step(checkpointer) -> float:
    graph = StateGraph(State)
    graph.add_node("step", step)
    graph.add_edge(START, "step")
    graph.add_conditional_edges("step", more)
    graph = graph.compile(checkpointer=checkpointer)
    runs = []
    for run in range(5):
        config = {"recursion_limit": STEPS + 5, "configurable": {"thread_id": str(run)}}
        start = time.perf_counter()
        graph.invoke({"count": 0, "said": []}, config)
        runs.append((time.perf_counter() - start) / STEPS)
    return statistics.median(runs) * 1e6


plain, kept = a_step(None), a_step(InMemorySaver())
print(f"LangGraph, one step: {plain:.0f} µs; with its checkpointer in memory: {kept:.0f} µs")
