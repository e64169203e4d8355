/** The picture at the top of the first page: the rulebook's example turn, the German about to cross the Smotrich. */

export const TABLEAU = {
  game: "breakout",
  scenario: "example-smotrich",
  box: { x: 1270, y: 1520, width: 1320, height: 490 },
  stacks: [
    ["2019", "3GTA-sup"], ["2117", "6GTk"], ["2119", "9Mech"], ["2121", "7GTk"], ["1516", "6GMech"], ["1521", "10GTk"],
    ["2217", "19Pz"], ["2218", "371Inf", "509", "16Pz"], ["2219", "11Pz"], ["2320", "208Inf"], ["2420", "100J"],
    ["2515", "96Inf"], ["2717", "1Pz"], ["2719", "101J"], ["2915", "52R"], ["2918", "74R"],
  ],
};
