//! Case files on a large map: map and pieces are compiled once, however many there are.

use grognard_proving_ground::{ProvingGround, compilations};
use grognard_testkit::casefile;

const CASES: &str = r#"
case own "A column turns and goes on"
game proving-ground
piece Lt10b1 A1010 ENE column
piece Barclay A3030
do take Lt10b1
no own Lt10b1: face ENE
do face ESE
do go A0911
expect Lt10b1 at A0911
do done

case own "A square stays where it is"
game proving-ground
piece Lt10b1 A1010 square
piece Lt10b2 A1012
do take Lt10b1
no own A1011: go A1011
do form column
do go A1011

case own "A line on two hexes needs both"
game proving-ground
piece Line36b1 A1010 N line
piece Line36b2 A1515
do take Line36b1
do form extended-left
do go A1110
"#;

#[test]
fn many_cases_compile_the_map_once() {
    for round in 0..3 {
        let report = casefile::run::<ProvingGround>("large.case", CASES).unwrap();
        let failures: Vec<String> = report.failures().into_iter().collect();
        assert!(failures.is_empty(), "round {round}: {}", failures.join("\n"));
    }
    assert_eq!(compilations(), 1);
}
