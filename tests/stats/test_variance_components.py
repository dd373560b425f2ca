"""Components that are known are found again."""

from statistics import harmonic_mean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import SpecError
from workbench.stats.judges.repeated_scores import rating_variance, reference_variance
from workbench.stats.simulation.designs import from_components
from workbench.stats.simulation.variance_components import Components, fit_components, specific_effects

SYSTEMS = np.array([[1.0, 0.8, 0.3], [0.8, 1.3, 0.5], [0.3, 0.5, 0.7]])
INPUTS = np.array([[0.5, 0.4, 0.0], [0.4, 0.6, 0.1], [0.0, 0.1, 0.2]])
RESIDUAL = np.array([[2.0, 0.6, 0.2], [0.6, 1.5, 0.1], [0.2, 0.1, 1.0]])
KNOWN = Components(("z", "x", "y"), SYSTEMS, INPUTS, RESIDUAL)


def fits(scores, missing=0.0, seed=1):
    """Fit each replication, with cells taken out at random."""
    rng = np.random.default_rng(seed)
    found = []
    for each in np.moveaxis(scores, 1, 0):
        holes = rng.random(each.shape) < missing
        found.append(fit_components(np.where(holes, np.nan, each), KNOWN.names))
    return found


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_known_components_are_recovered_on_average(missing):
    scores = from_components(KNOWN, 25, 30, 300, np.random.default_rng(3))
    found = fits(scores, missing)
    for name, tolerance in (("systems", 0.1), ("inputs", 0.06), ("residual", 0.03)):
        mean = np.mean([getattr(each, name) for each in found], axis=0)
        assert np.abs(mean - getattr(KNOWN, name)).max() < tolerance, name


def test_complete_data_gives_the_mean_squares_of_the_analysis_of_variance():
    scores = from_components(KNOWN, 7, 9, 1, np.random.default_rng(0))[:, 0]
    found = fit_components(scores, KNOWN.names)
    z = scores[0]
    rows, columns = z.mean(axis=1, keepdims=True), z.mean(axis=0, keepdims=True)
    rest = ((z - rows - columns + z.mean()) ** 2).sum() / (6 * 8)
    assert found.residual[0, 0] == pytest.approx(rest)
    assert found.systems[0, 0] == pytest.approx((9 * rows.var(ddof=1) - rest) / 9)
    assert found.inputs[0, 0] == pytest.approx((7 * columns.var(ddof=1) - rest) / 7)
    assert (found.n_systems, found.n_inputs, found.n_cells) == (7, 9, 63)


@pytest.mark.parametrize("missing", [0.1, 0.25])
def test_uneven_data_give_what_their_quadratic_forms_expect(missing):
    """A component adds to a sum of squares the trace of its form times the cells that share the effect."""
    rng = np.random.default_rng(22)
    scores = from_components(KNOWN, 7, 9, 1, rng)[:, 0]
    scores[:, rng.random((7, 9)) < missing] = np.nan
    found = fit_components(scores, KNOWN.names)
    assert not found.notes
    rows, columns = np.nonzero(~np.isnan(scores[0]))
    systems, inputs = (1.0 * (each[:, np.newaxis] == each) for each in (rows, columns))
    everything, alone = np.ones_like(systems), np.eye(len(rows))
    parts = everything, systems, inputs, alone
    forms = [each / each.sum(axis=1, keepdims=True) for each in parts]
    expected = [[np.trace(form @ part) for part in parts] for form in forms]
    cells = scores[:, rows, columns] - scores[:, rows, columns].mean(axis=1, keepdims=True)
    for i, j in np.ndindex(3, 3):
        _, *solved = np.linalg.solve(expected, [cells[i] @ form @ cells[j] for form in forms])
        assert solved == pytest.approx([found.systems[i, j], found.inputs[i, j], found.residual[i, j]])


@given(st.integers(0, 2**32), st.floats(-1e6, 1e6), st.floats(1e-3, 1e3))
def test_shift_and_scale_of_scores_do_what_they_must(seed, shift, scale):
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(2, 5, 6))
    scores[:, rng.random((5, 6)) < 0.1] = np.nan
    found, moved = (fit_components(each, ("z", "x")) for each in (scores, scores * scale + shift))
    for name in ("systems", "inputs", "residual"):
        here, there = getattr(found, name) * scale**2, getattr(moved, name)
        assert np.allclose(here, there, atol=1e-6 * scale**2 + 1e-9 * abs(shift) * scale)


def test_row_order_does_not_matter():
    scores = from_components(KNOWN, 6, 8, 1, np.random.default_rng(4))[:, 0]
    scores[0, 2, 3] = np.nan
    turned = fit_components(scores[:, ::-1, ::-1], KNOWN.names)
    assert np.allclose(fit_components(scores, KNOWN.names).systems, turned.systems, atol=1e-12)


def test_a_negative_variance_is_set_to_0_and_said_so():
    # every system has the same mean, so that what differs inside inputs is all residual
    scores = np.array([[[1.0, -1.0, 0.0], [0.0, 1.0, -1.0], [-1.0, 0.0, 1.0]]])
    found = fit_components(scores, ("judgments of fluency",))
    assert found.systems[0, 0] == 0
    assert any("system variance of judgments of fluency" in note for note in found.notes)


def test_an_impossible_correlation_is_replaced_and_said_so():
    notes = 0
    for seed in range(30):
        scores = from_components(KNOWN, 4, 4, 1, np.random.default_rng(seed))[:, 0]
        found = fit_components(scores, KNOWN.names)
        notes += any("replaced by the nearest" in note for note in found.notes)
        for matrix in (found.systems, found.inputs, found.residual):
            assert np.linalg.eigvalsh(matrix).min() > -1e-9 * max(1.0, np.abs(matrix).max())
    assert notes > 0


def test_systems_and_inputs_without_a_complete_output_are_left_out():
    scores = from_components(KNOWN, 6, 7, 1, np.random.default_rng(5))[:, 0]
    scores[1, 2, :], scores[0, :, 3] = np.nan, np.nan
    found = fit_components(scores, KNOWN.names)
    assert (found.n_systems, found.n_inputs, found.n_cells) == (5, 6, 30)
    left = np.delete(np.delete(scores, 2, axis=1), 3, axis=2)
    assert np.allclose(found.systems, fit_components(left, KNOWN.names).systems)


@pytest.mark.parametrize(
    ("present", "said"),
    [
        (np.eye(4), "the cells with every score cannot tell systems and inputs apart"),
        (np.ones((1, 4)), "no variance components: got '1 system and 4 inputs with every score'"),
        (np.ones((4, 1)), "no variance components: got '4 systems and 1 input with every score'"),
        (np.zeros((3, 3)), "no variance components: got '0 systems and 0 inputs with every score'"),
    ],
)
def test_cells_that_cannot_tell_systems_from_inputs_are_refused(present, said):
    scores = np.where(present > 0, np.arange(present.size).reshape(present.shape) ** 2.0, np.nan)
    with pytest.raises(SpecError, match=said):
        fit_components(scores[np.newaxis], ("z",))


def test_what_a_metric_sees_of_its_own():
    found = specific_effects(KNOWN)
    assert found.correlation == pytest.approx(0.8 / np.sqrt(1.3))
    assert found.variance == pytest.approx(1.3 - 0.64)
    flat = KNOWN._replace(systems=np.diag([0.0, 1.0, 1.0]))
    assert specific_effects(flat).slope == 0
    assert np.isnan(specific_effects(flat).correlation)


def test_the_variance_between_raters_is_recovered():
    rng = np.random.default_rng(0)
    ratings = rng.normal(size=(1, 40, 50)) + 0.5 * rng.normal(size=(4, 40, 50))
    ratings[rng.random(ratings.shape) < 0.3] = np.nan
    found = rating_variance(ratings)
    assert found.variance == pytest.approx(0.25, rel=0.05)
    assert 2 < found.number < 4
    assert rating_variance(ratings[:1]).reason == "no output has two ratings"


def test_the_variance_between_references_is_recovered():
    rng = np.random.default_rng(0)
    shared = 3.0 * rng.normal(size=(1, 60, 4)) + rng.normal(size=(8, 60, 1))
    scores = shared + 0.5 * rng.normal(size=(8, 60, 4))
    scores[rng.random(scores.shape) < 0.1] = np.nan
    found = reference_variance(scores)
    assert found.variance == pytest.approx(0.25, rel=0.1)
    assert found.number == pytest.approx(3.5, abs=0.2)
    assert "two references" in reference_variance(scores[:, :, :1]).reason


def test_without_two_of_an_output_or_input_there_is_no_variance():
    nan = np.nan
    ratings = np.array([[[1.0, nan]], [[nan, 2.0]]])
    assert rating_variance(ratings)[1:] == (1.0, 0, "no output has two ratings")
    scores = np.array([[[1.0, nan], [3.0, 4.0]], [[nan, 2.0], [nan, nan]]])
    found = reference_variance(scores)
    assert found[1:] == (3 / 2.5, 0, "no input has two references for the same two systems")
    assert np.isnan([found.variance, rating_variance(ratings).variance]).all()


@pytest.mark.parametrize("seed", range(5))
def test_repeated_scores_of_uneven_outputs_are_counted_one_by_one(seed):
    """Of some outputs there is none, of some one; an input has references that only some systems have."""
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(4, 6, 5)).round(2)
    scores[rng.random(scores.shape) < 0.45] = np.nan
    scores[1, 2], scores[:, 4, 1:] = np.nan, np.nan
    outputs = [each[~np.isnan(each)] for each in scores.reshape(-1, 5)]
    sizes = [len(each) for each in outputs if len(each)]
    assert {0, 1} < {len(each) for each in outputs}
    squares = sum(((each - each.mean()) ** 2).sum() for each in outputs if len(each))
    found = rating_variance(np.moveaxis(scores, 2, 0))
    assert found.freedom == sum(sizes) - len(sizes)
    assert found.variance == pytest.approx(squares / found.freedom)
    assert found.number == pytest.approx(harmonic_mean(sizes))
    squares, freedom = 0.0, 0
    for at in range(6):
        cells = np.argwhere(~np.isnan(scores[:, at]))
        rows = [
            [float(cell[0] == i) for i in range(4)] + [float(cell[1] == j) for j in range(5)]
            for cell in cells
        ]
        design, values = np.array(rows), scores[:, at][tuple(cells.T)]
        hat = design @ np.linalg.pinv(design)
        squares += values @ (np.eye(len(values)) - hat) @ values
        freedom += round(len(values) - np.trace(hat))
    found = reference_variance(scores)
    assert found.freedom == freedom > 0
    assert found.variance == pytest.approx(squares / freedom)
    assert found.number == pytest.approx(harmonic_mean(sizes))
