"""Reads datasets with pandas, polars and DuckDB, and computes again what `unosim run` says of the same games."""

import csv
import glob
import json
import sys

import duckdb
import pandas as pd
import polars as pl
import pyarrow.parquet as pq

NAME = sys.argv[1]
SEATS = range(10)
ARROW = {
    "bool": "bool",
    "uint8": "uint8",
    "uint16": "uint16",
    "uint32": "uint32",
    "uint64": "uint64",
    "int8": "int8",
    "int32": "int32",
    "double": "double",
    "text": "string",
}


def fixed(units, games):
    """A share of so many games, won in 2520ths, as the results write it."""
    return f"{units / 2520 / games:.6f}"


def wanted():
    with open(f"{NAME}-run/win_rates.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    return {(r["rules"], r["table"], r["strategy"]): (r["games"], r["win_rate"], r["mean_score"]) for r in rows}


def compare(tool, found):
    assert found == wanted(), f"{tool}: {found} is not {wanted()}"
    print(f"{NAME.rsplit('/', 1)[-1]}: {tool} finds the same {len(found)} win rates")


def types(level):
    """Types and metadata of every file."""
    manifest = json.load(open(f"{NAME}-{level}/manifest.json"))
    for path in sorted(glob.glob(f"{NAME}-{level}/*.parquet")):
        file = pq.ParquetFile(path)
        columns = json.loads(file.metadata.metadata[b"unosim.columns"])
        assert columns == manifest["columns"], path
        for field, column in zip(file.schema_arrow, columns, strict=True):
            assert field.name == column["name"] and str(field.type) == ARROW[column["type"]], (path, field, column)
            assert column["meaning"] and not field.nullable, (path, field)


def seats_of(frame, of):
    """One row a seat: rules, table, strategy, 2520ths won, score, hands."""
    parts = []
    for seat in SEATS:
        part = pd.DataFrame({
            "rules": frame["rules"],
            "table": frame["table"],
            "strategy": frame[f"strategy_{seat}"],
            "units": (frame[f"share_{seat}"] * 2520).round().astype("int64"),
            "score": frame[f"score_{seat}"].astype("int64"),
            "hands": frame["hands"].astype("int64"),
        })
        parts.append(part[part["strategy"] != ""])
    rows = pd.concat(parts).groupby(["rules", "table", "strategy"])
    sums, games = rows[["units", "score", "hands"]].sum(), rows.size()
    found = {
        key: (str(games[key]), fixed(row.units, games[key]), f"{row.score / row.hands:.4f}") for key, row in sums.iterrows()
    }
    compare(of, found)


def with_duckdb():
    union = " union all by name ".join(
        f"select rules, \"table\", strategy_{s} as strategy, share_{s} as share, score_{s} as score, hands from games"
        for s in SEATS
    )
    rows = duckdb.sql(f"""
        with games as (from '{NAME}-games/*.parquet'), seats as ({union})
        select rules, "table", strategy, count(*), sum(cast(round(share * 2520) as bigint)), sum(score), sum(hands)
        from seats where strategy <> '' group by all
    """).fetchall()
    compare("DuckDB", {tuple(r[:3]): (str(r[3]), fixed(r[4], r[3]), f"{r[5] / r[6]:.4f}") for r in rows})


def with_polars():
    games = pl.read_parquet(f"{NAME}-games/*.parquet")
    columns = ["rules", "table", "hands"]
    seats = pl.concat(
        games.select(
            *columns,
            pl.col(f"strategy_{s}").alias("strategy"),
            (pl.col(f"share_{s}") * 2520).round().cast(pl.Int64).alias("units"),
            pl.col(f"score_{s}").alias("score"),
        )
        for s in SEATS
    ).filter(pl.col("strategy") != "")
    sums = seats.group_by("rules", "table", "strategy").agg(
        pl.len().alias("games"), pl.col("units").sum(), pl.col("score").sum(), pl.col("hands").sum()
    )
    found = {
        (r["rules"], r["table"], r["strategy"]): (
            str(r["games"]), fixed(r["units"], r["games"]), f"{r['score'] / r['hands']:.4f}"
        )
        for r in sums.to_dicts()
    }
    compare("polars", found)


def decisions():
    """The decisions tell of the same games, and what they say of themselves is true."""
    rows = pd.concat(map(pd.read_parquet, sorted(glob.glob(f"{NAME}-decisions/*.parquet"))))
    faces = [c for c in rows.columns if c.startswith("hand_") and c not in ("hand_size", "hand_outcome", "hand_won", "hand_score")]
    assert len(faces) == 63
    assert (rows[faces].sum(axis=1) == rows["hand_size"]).all()
    legal = rows["legal"].str.split(" ")
    assert (legal.str.len() == rows["legal_count"]).all()
    masks = zip(rows["legal_mask_low"], rows["legal_mask_high"])
    assert [low.bit_count() + high.bit_count() for low, high in ((int(l), int(h)) for l, h in masks)] == list(rows["legal_count"])
    assert all(action in options for action, options in zip(rows["action"], legal))
    assert (rows["forced"] == (rows["legal_count"] == 1)).all()
    games = rows.groupby(["rules", "table", "deal", "rotation", "player", "strategy"])["share"]
    assert (games.min() == games.max()).all()
    units = (games.first() * 2520).round().astype("int64").groupby(["rules", "table", "strategy"])
    # A player who never moved in a game has no row of it: too few games at most.
    played = {key: int(value) for key, value in units.size().items()}
    for key, (total, _, _) in wanted().items():
        assert int(total) * 0.95 <= played[key] <= int(total), (key, total, played[key])
    print(f"{NAME.rsplit('/', 1)[-1]}: {len(rows)} decisions hold together")


types("games")
types("decisions")
seats_of(pd.concat(map(pd.read_parquet, glob.glob(f"{NAME}-games/*.parquet"))), "pandas")
texts = [pd.read_csv(path, keep_default_na=False) for path in glob.glob(f"{NAME}-csv/*.csv.zst")]
seats_of(pd.concat(texts), "pandas, of CSV,")
with_duckdb()
with_polars()
decisions()
