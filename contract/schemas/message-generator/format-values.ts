/** Values of a format: a usual one, unusual valid ones, and invalid ones that are nearly valid. */
interface FormatValues {
  readonly usual?: string;
  readonly right: readonly unknown[];
  /** A case uses the first one that breaks no other rule. */
  readonly wrong: readonly unknown[];
}

/** The values of a format; none if the format is unknown. */
export function valuesOfFormat(format: unknown): FormatValues {
  return formatValues.get(format) ?? { right: [], wrong: [] };
}

const ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

const uuid = "0f4c8d1e-5a2b-4c3d-8e9f-a0b1c2d3e4f5";

const uriValues: FormatValues = {
  usual: "https://example.org/a",
  right: ["urn:a:b", "a:"],
  wrong: [
    "https://example.org/%zz",
    "https://example.org/a b",
    "example.org",
    "//example.org",
    "https://example.org/?q=ü",
    "https://",
  ],
};

const formatValues: ReadonlyMap<unknown, FormatValues> = new Map(
  Object.entries<FormatValues>({
    "date-time": {
      usual: "2026-01-31T08:00:00Z",
      right: [
        "2024-02-29T00:00:00z",
        "2026-02-28T23:59:59Z",
        "2026-12-31T23:59:60Z",
        "2026-01-01T00:00:00+07:00",
        "2026-01-01T00:00:00.123456789-00:00",
      ],
      wrong: [
        "2026-02-30T08:00:00Z",
        "2026-13-01T08:00:00+07:00",
        "2026-01-01T24:00:00Z",
        "2026-01-01T00:00:00+0700",
        "2026-01-01 00:00:00Z",
        "2026-01-01T00:00Z",
        "2026-01-01T00:00:00",
        "2026-01-01",
      ],
    },
    date: {
      usual: "2026-01-31",
      right: ["2024-02-29", "2026-02-28"],
      wrong: ["2026-02-30", "2026-02-29", "26-01-01", "2026-1-1", "2026-01-01T"],
    },
    time: {
      usual: "08:00:00Z",
      right: ["08:00:00", "08:00:00Z", "08:00:00.5+07:00", "15:59:60-08:00"],
      wrong: ["24:00:00", "08:60:00Z", "08:00", "23:59:60-08:00"],
    },
    duration: {
      usual: "PT5M",
      right: ["PT5M", "P1D", "P1W", "P1Y2M3DT4H5M6S", "PT1.5S", "P0,5D"],
      wrong: ["P", "PT", "5M", "P1DT", "PT1.5M2S", "P1W2D", "PT1S1M", "PT1.S"],
    },
    uri: uriValues,
    url: uriValues,
    "uri-reference": {
      usual: "/a",
      right: ["#a", "../a", "//example.org/a?b"],
      wrong: ["/a b", "/%zz", "/ü", ":a"],
    },
    "uri-template": {
      usual: "/a{?b}",
      right: ["a", "{a}", "{?a,b*}"],
      wrong: ["{a", "a}", "{a b}", "{"],
    },
    uuid: {
      usual: uuid,
      right: [uuid, uuid.toUpperCase()],
      wrong: [uuid.replace(/.$/, "g"), uuid.replaceAll("-", ""), `urn:uuid:${uuid}`],
    },
    ulid: {
      usual: ulid,
      // 128 bits are 26 characters, of which the first has 3 bits.
      right: [ulid, ulid.toLowerCase(), "0".repeat(26), `7${"Z".repeat(25)}`],
      wrong: [
        `8${"0".repeat(25)}`,
        ...["I", "L", "O", "U"].map((letter) => ulid.replace(/.$/, letter)),
        ulid.slice(1),
        `${ulid}0`,
      ],
    },
    email: {
      usual: "a@example.org",
      right: ["a@example.org"],
      wrong: ["a@", "@example.org", "a b@example.org"],
    },
    hostname: {
      usual: "example.org",
      right: ["a", "example.org", `${"a".repeat(63)}.org`],
      wrong: [`${"a".repeat(64)}.org`, "-a.org", "a..org", "a_b.org"],
    },
    ipv4: {
      usual: "192.0.2.1",
      right: ["0.0.0.0", "255.255.255.255"],
      wrong: ["256.0.0.1", "192.0.2", "192.0.2.1.1", "192.0.2.01", "2001:db8::1"],
    },
    ipv6: {
      usual: "2001:db8::1",
      right: ["::", "::1", "2001:DB8::1", "::ffff:192.0.2.1"],
      wrong: [":::", "1::2::3", "2001:db8::g", "1:2:3:4:5:6:7", "192.0.2.1"],
    },
    "json-pointer": { usual: "/a", right: ["/", "/a~0b~1c"], wrong: ["a", "/~2", "#/a"] },
    "relative-json-pointer": { usual: "0", right: ["1/a", "0#"], wrong: ["01/a", "/a", "-1"] },
    regex: { usual: "a", right: ["a+", "[a-z]"], wrong: ["(", "[", "a)"] },
    byte: {
      usual: "YWJj",
      right: ["YQ==", "YWI=", "YWJj"],
      wrong: ["YWJ", "*", "YQ", "Y", "Y-_=", "YQ==\n"],
    },
    base64url: {
      usual: "YWJj",
      right: ["YQ", "YWI", "YWJj", "_-8", "YQ=="],
      wrong: ["YWJjZ", "*", "Y", "/+8=", "YQ=", "YQ==\n"],
    },
    "http-date": {
      usual: "Sat, 31 Jan 2026 08:00:00 GMT",
      right: [
        "Thu, 29 Feb 2024 23:59:59 GMT",
        "Thursday, 29-Feb-24 08:00:00 GMT",
        "Sat Jan  3 08:00:00 2026",
      ],
      wrong: [
        "Mon, 30 Feb 2026 08:00:00 GMT",
        "2026-01-31T08:00:00Z",
        "Sat, 31 Jan 2026 08:00:00",
        "Sat, 31 Jan 2026 24:00:00 GMT",
        "Sat, 31 Jan 2026 08:00:00 +0000",
        "31 Jan 2026 08:00:00 GMT",
      ],
    },
    int8: { right: [127, -128], wrong: [128, -129, 1e21] },
    int16: { right: [32_767, -32_768], wrong: [32_768, -32_769, 1e21] },
    int32: {
      right: [2 ** 31 - 1, -(2 ** 31)],
      wrong: [2 ** 31, -(2 ** 31) - 1, 1e21],
    },
    // The JSON of Protocol Buffers writes these as texts.
    int64: {
      usual: "1",
      right: [2 ** 53 - 1, 1 - 2 ** 53],
      wrong: [2 ** 63, 2 ** 53, 2 ** 64, -(2 ** 63), 1e300],
    },
    uint8: { right: [255, 0], wrong: [256, -1, 1e21] },
    uint16: { right: [65_535, 0], wrong: [65_536, -1, 1e21] },
    uint32: { right: [2 ** 32 - 1, 0], wrong: [2 ** 32, -1, 1e21] },
    uint64: { usual: "1", right: [2 ** 53 - 1, 0], wrong: [2 ** 64, -1, 2 ** 53, 1e300] },
  }),
);
