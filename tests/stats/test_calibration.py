"""Error rates and coverage: those that were measured before, by another program."""

import json

import numpy as np
import pytest

from workbench.errors import SpecError
from workbench.stats.simulation.calibration import INTERVALS, Setting, blocks, calibrate_intervals, share
from workbench.stats.simulation.designs import design_r, design_t, from_components
from workbench.stats.simulation.planning import apart
from workbench.stats.simulation.rejections import TESTS, calibrate_tests
from workbench.stats.simulation.targets import population_value
from workbench.stats.tests.permutation import permutation_test

SIZES = [(12, 50), (16, 100), (25, 100)]
NAMES = {
    "perm_systems": "systems",
    "perm_inputs": "inputs",
    "perm_both_cell": "both-cell",
    "perm_both_xor": "both-xor",
}


def rejections(size, replications, tests, seed=1, components=None, draws=299, **changes):
    setting = Setting(*size, replications, draws, **changes)
    rates = calibrate_tests(components or design_t(), setting, np.random.default_rng(seed), tests)
    return {rate.name: rate.rejected for rate in rates}


def coverages(size, replications, intervals, seed=1, draws=299, **changes):
    setting = Setting(*size, replications, draws, **changes)
    target = population_value(design_r(), size[1], setting.coefficient, setting.shape, setting.step)
    rates = calibrate_intervals(design_r(), setting, target, np.random.default_rng(seed), intervals)
    return {rate.name: rate for rate in rates}


def check_type_one_errors(size, replications, draws, most):
    """Acceptance 1: swapping cells rejects equal metrics more often than not, swapping systems does not."""
    studentised = "permutation, systems, studentised"
    found = rejections(size, replications, ("permutation, systems", "williams1959", studentised), draws=draws)
    assert 0.03 <= found[studentised].value <= most
    assert 0.03 <= found["permutation, systems"].value <= 0.08
    assert 0.03 <= found["williams1959"].value <= most
    # a rate above a half is seen in few replications
    cells = ("permutation, both-cell", "permutation, both-xor")
    for name, rate in rejections(size, replications // 10, cells, draws=draws).items():
        assert rate.value - 2 * rate.error > 0.5, name


def test_type_one_errors_of_design_t():
    """With 99 draws a test of the level .05 can have that level exactly."""
    check_type_one_errors((12, 50), 1000, 99, 0.065)


@pytest.mark.slow
def test_type_one_errors_of_design_t_at_full_length():
    check_type_one_errors((12, 50), 10_000, 299, 0.06)


@pytest.mark.parametrize(
    ("key", "size"), [("sys_level_N12_M50", (12, 50)), ("sys_level_N25_M100", (25, 100))]
)
def test_type_one_errors_agree_with_the_measured_ones(shared, key, size):
    content = json.loads((shared / "vectors" / "simulations.json").read_text())
    measured = content["type1_alpha05_population_of_systems"][key]
    tests = (*(f"permutation, {swap}" for swap in NAMES.values()), "williams1959")
    found = rejections(size, 200, tests, seed=5)
    for name, value in measured.items():
        mine = found[f"permutation, {NAMES[name]}" if name in NAMES else "williams1959"].value
        # theirs rest on 150 to 300 replications
        error = np.sqrt(max(value * (1 - value), 0.03) * (1 / 200 + 1 / 200))
        assert abs(mine - value) < 3.5 * error, (name, mine, value)
    assert len(measured) == 5


MEASURED = {
    "fisher": [(0.953, 0.471), (0.944, 0.359), (0.951, 0.264)],
    "percentile, both": [(0.973, 0.549), (0.957, 0.386), (0.960, 0.285)],
    "percentile, systems": [(0.911, 0.442), (0.914, 0.334), (0.927, 0.247)],
    "bca, systems": [(0.935, 0.483), (0.919, 0.352), (0.934, 0.257)],
    "bias-corrected, both": [(0.937, 0.481), (0.929, 0.357), (0.936, 0.257)],
    "percentile, inputs": [(0.640, 0.199), (0.529, 0.116), (0.513, 0.089)],
}


@pytest.mark.parametrize("number", [0, 1, 2])
def test_coverage_and_width_of_design_r_agree_with_the_measured_ones(number):
    found = coverages(SIZES[number], 600, tuple(MEASURED), seed=7)
    for name, values in MEASURED.items():
        coverage, width = values[number]
        error = np.sqrt(coverage * (1 - coverage) * (1 / 600 + 1 / 2000))
        assert abs(found[name].coverage.value - coverage) < 3.5 * error, name
        assert found[name].width == pytest.approx(width, rel=0.06), name


SIMULATED = {
    "boot_systems": "percentile, systems",
    "boot_inputs": "percentile, inputs",
    "boot_both": "percentile, both",
    "fisher": "fisher",
    "bca_systems": "bca, systems",
}


@pytest.mark.parametrize("number", [0, 1, 2])
def test_coverage_agrees_with_the_simulations_that_are_kept(shared, number):
    content = json.loads((shared / "vectors" / "simulations.json").read_text())
    found = coverages(((7, 100), (12, 100), (25, 100))[number], 250, tuple(SIMULATED.values()), seed=3)
    measured = content["coverage95_system_pearson_N7_12_25_M100"]
    for name, values in measured.items():
        value = values[number]
        # theirs rest on 400 replications
        error = np.sqrt(value * (1 - value) * (1 / 250 + 1 / 400))
        assert abs(found[SIMULATED[name]].coverage.value - value) < 3.5 * error, name
    assert len(measured) == 5
    for name, key in (("percentile, both", "width_boot_both"), ("fisher", "width_fisher")):
        assert found[name].width == pytest.approx(content[key][number], rel=0.08), name


@pytest.mark.parametrize("n_systems", [12, 25])
def test_noisier_scores_shift_the_bootstrap(shared, n_systems):
    """Design R without input difficulty and with twice the noise: the bias correction goes too far."""
    content = json.loads((shared / "vectors" / "simulations.json").read_text())["boot_percentile_shift"]
    measured = content[f"sim_N{n_systems}_M100"]
    noisy = design_r()._replace(inputs=np.zeros((2, 2)), residual=9.0 * np.eye(2))
    names = {"": "percentile, both", "_bias_corrected": "bias-corrected, both"}
    setting, rng = Setting(n_systems, 100, 250, 299), np.random.default_rng(8)
    rates = calibrate_intervals(noisy, setting, population_value(noisy, 100), rng, tuple(names.values()))
    found = {rate.name: rate.coverage.value for rate in rates}
    for ending, name in names.items():
        value = measured[f"coverage_both{ending}"]
        error = np.sqrt(max(value * (1 - value), 0.03) * (1 / 250 + 1 / 150))
        assert abs(found[name] - value) < 3.5 * error, name


@pytest.mark.parametrize("shape", ["normal", "exponential"])
@pytest.mark.parametrize("size", SIZES)
def test_the_recommended_interval_covers(size, shape):
    """Within .93 to .97; reports/calibration has it from 10,000 replications, and for ranks."""
    found = coverages(size, 4000, ("fisher-jackknife",), shape=shape)["fisher-jackknife"]
    slack = found.coverage.error
    assert 0.93 - slack <= found.coverage.value <= 0.97 + slack


def test_fishers_interval_does_not_with_skewed_qualities():
    assert coverages((25, 100), 2000, ("fisher",), shape="exponential")["fisher"].coverage.value < 0.9


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_every_interval_at_full_length(size):
    found = coverages(size, 2000, tuple(MEASURED), seed=11, draws=999)
    for name, values in MEASURED.items():
        coverage, width = values[SIZES.index(size)]
        error = np.sqrt(coverage * (1 - coverage) * 2 / 2000)
        assert abs(found[name].coverage.value - coverage) < 3.5 * error, name
        assert found[name].width == pytest.approx(width, rel=0.04), name


def test_p_values_are_those_of_the_permutation_test():
    """The share of rejections is that of the one-at-a-time test, up to its random draws."""
    setting, tests = Setting(6, 10, 40, 2000), ("permutation, systems, studentised",)
    [rate] = calibrate_tests(design_t(), setting, np.random.default_rng(3), tests, 0.3)
    scores = from_components(design_t(), 6, 10, 25, np.random.default_rng(3).spawn(1)[0])
    one_by_one = [
        permutation_test(*scores[[1, 2, 0], at], np.random.default_rng(0)).p_two <= 0.3 for at in range(25)
    ]
    assert rate.rejected.value * 40 == pytest.approx(sum(one_by_one) * 40 / 25, abs=8)


def test_permutations_are_drawn_where_there_are_more_than_draws():
    """Of 19 draws no p-value is below 1/20; of the 64 permutations of 6 systems it is 2/64."""
    setting, components = Setting(6, 20, 60, 19), apart(design_t(), 20, 0.9)
    below, above = (
        calibrate_tests(components, setting, np.random.default_rng(3), ("permutation, systems",), level)
        for level in (0.049, 0.051)
    )
    assert (below[0].rejected.value, above[0].rejected.value > 0.1) == (0, True)


@pytest.mark.parametrize("swap", ["systems", "inputs"])
def test_of_few_swaps_all_are_taken_as_they_are_where_data_are_tested(swap):
    """Of 5 systems, or inputs, no p-value is below 2/32; of 99 random swaps, often the same, some are."""
    size = (5, 20) if swap == "systems" else (20, 5)
    setting = Setting(*size, 100, 99)
    names = [f"permutation, {swap}{kind}" for kind in ("", ", studentised")]
    below, above = (
        calibrate_tests(apart(design_t(), 5, 0.9), setting, np.random.default_rng(3), names, level)
        for level in (0.06, 0.07)
    )
    assert [rate.rejected.value for rate in below] == [0, 0]
    assert min(rate.rejected.value for rate in above) > 0.05


def test_scores_do_not_depend_on_what_else_is_asked():
    alone = rejections((8, 10), 50, ("williams1959",), draws=39)
    assert rejections((8, 10), 50, TESTS, draws=39)["williams1959"] == alone["williams1959"]
    every = coverages((8, 10), 20, INTERVALS, draws=19)
    assert coverages((8, 10), 20, ("fisher",), draws=19)["fisher"] == every["fisher"]
    assert set(every) == set(INTERVALS)


def test_power_grows_with_the_difference():
    powers = [
        rejections(
            (16, 50), 300, ("permutation, systems",), components=apart(design_t(), 50, difference), draws=99
        )
        for difference in (0.0, 0.2, 0.4)
    ]
    values = [power["permutation, systems"].value for power in powers]
    assert values[0] < 0.1 < values[1] < values[2]


@pytest.mark.parametrize("coefficient", ["spearman", "kendall"])
def test_rank_coefficients(coefficient):
    found = coverages((16, 100), 400, ("fisher", "percentile, systems"), coefficient=coefficient, draws=99)
    assert 0.9 < found["fisher"].coverage.value < 0.98
    below = rejections((12, 50), 200, ("permutation, systems",), coefficient=coefficient)
    assert below["permutation, systems"].value < 0.12


def test_unknown_names_and_impossible_settings():
    for changes, message in (
        ({"coefficient": "gamma"}, "cannot be calibrated"),
        ({"draws": 0}, "too few draws"),
        ({"n_systems": 3}, "too few systems"),
    ):
        setting = Setting(8, 10)._replace(**changes)
        with pytest.raises(SpecError, match=message):
            calibrate_intervals(design_r(), setting, 0.8, np.random.default_rng(0), ("fisher",))
    with pytest.raises(SpecError, match="unknown interval"):
        calibrate_intervals(design_r(), Setting(8, 10), 0.8, np.random.default_rng(0), ("fischer",))
    with pytest.raises(SpecError, match="compares two metrics"):
        calibrate_tests(design_r(), Setting(8, 10), np.random.default_rng(0))


def test_intervals_that_leave_out_the_only_input_are_undefined_without_a_warning():
    asked = ("bca, inputs", "bca, both", "bca, systems")
    found = calibrate_intervals(design_r(), Setting(12, 1, 5, 99), 0.5, np.random.default_rng(0), asked)
    assert [rate.undefined for rate in found] == [5, 5, 0]


def test_the_error_of_a_share_is_never_0():
    assert share(np.zeros(100, bool)).error > 0


@pytest.mark.parametrize("replications", [1, 25, 30, 50])
def test_there_are_as_many_replications_as_are_asked_for(replications):
    """Some at a time share their draws; the last ones may be fewer."""
    made = list(blocks(design_t(), Setting(5, 4, replications), np.random.default_rng(0)))
    assert sum(part.shape[1] for part in made) == replications
    assert {part.shape[2:] for part in made} == {(5, 4)}
