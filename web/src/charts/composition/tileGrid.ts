/**
 * The world as a grid of equal squares, one per country, each about where its neighbours expect it. ISO 3166-1 codes of
 * two letters; a dot is water. Equal squares keep small places, where many funds are domiciled, as visible as large ones.
 */
const rows = [
  ". . . . . . . . . . GL . . . . . . . . . . . . . . . . . .",
  ". . . . . . . . . . . . IS . . NO SE FI . . . . . . . . . . .",
  ". US CA . . . . . . . . FO . . DK . EE LV LT RU . . . . . . . . .",
  ". . . . . BM . . . . IE IM GB NL DE PL BY UA KZ . . MN . . . . . . .",
  ". MX . . BS . . . . . JE GG BE LU CZ SK MD GE UZ KG . CN KP . JP . . . .",
  ". GT BZ CU TC . . . . . . FR MC CH AT HU RO AM AZ TJ . . KR . . . . . .",
  ". SV HN JM HT DO PR VG . . PT AD LI SI HR RS BG TR TM AF . BT . HK TW . . . .",
  ". . NI KY . VI AI KN AG . ES GI SM IT BA ME MK IR . PK NP BD MM MO . . . . .",
  ". . CR PA CW AW MS DM GP . . MT VA AL XK GR CY SY IQ IN . . LA VN PH . GU . .",
  ". . . CO VE TT GD LC MQ . MA DZ TN LY EG PS LB JO KW . LK . TH KH . . PW MH .",
  ". . . EC GY SR GF VC BB CV EH ML NE TD SD IL SA QA BH . MV . MY BN . . FM NR KI",
  ". . . PE BR . . . . SN MR BF NG CF SS ER YE OM AE . . . SG ID TL . PG SB TV",
  ". . . BO PY . . . . GM GN CI BJ CM UG ET DJ . . . . . . . . . . VU FJ",
  ". . . CL UY . . . . GW SL GH TG GA RW KE SO . SC . . . . AU . . NC WS TO",
  ". . . AR . . . . . . LR . ST GQ BI TZ KM . MU . . . . . . . . . PF",
  ". . . . FK . . . . . . . . CG CD MW MZ MG RE . . . . . . NZ . CK .",
  ". . . . . . . . . . . . . AO ZM ZW . . . . . . . . . . . . .",
  ". . . . . . . . . . . . . NA BW SZ . . . . . . . . . . . . .",
  ". . . . . . . . . . . . . . ZA LS . . . . . . . . . . . . .",
];

export type Tile = { code: string; row: number; column: number };

export const tiles: readonly Tile[] = rows.flatMap((row, rowIndex) =>
  row
    .split(" ")
    .flatMap((code, column) => (/^[A-Z]{2}$/.test(code) ? [{ code, row: rowIndex, column }] : [])),
);

export const gridRows = rows.length;
export const gridColumns = 1 + Math.max(...tiles.map(({ column }) => column));
