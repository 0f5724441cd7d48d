"""What is run of bench/truth/later_scripts, as the scripts are: functions, by their drivers in `later_script_drivers`."""

from collecting import scripts_workload

SCRIPTS = scripts_workload.SCRIPTS.with_name("later_scripts")
DRIVERS = scripts_workload.DRIVERS.with_name("later_script_drivers")


def packages():
    return {"later_scripts": str(SCRIPTS), "later_script_drivers": str(DRIVERS)}


def pieces():
    return scripts_workload.pieces_of(SCRIPTS, DRIVERS)
