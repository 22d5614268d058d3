import { init } from "echarts";
import type { Report } from "./figures.ts";

const SIZE = { width: 760, height: 520 };

const PEER = "Fastify";

/** Readable on white and on black alike. */
const GREY = "#7d8590";

/**
 * Draws the question "servers" as SVG: how many times as fast as Fastify each server answers.
 *
 * @throws {TypeError} when the report does not answer it
 */
export function chartOf({ figures, date, commit, machine }: Report): string {
  const suffix = `, times as fast as ${PEER}`;
  const measured = figures.flatMap(({ question, name, median }) =>
    question.startsWith("servers: ") && name.endsWith(suffix)
      ? [
          {
            workload: question.slice("servers: ".length),
            name: name.slice(0, -suffix.length),
            median,
          },
        ]
      : [],
  );
  if (measured.length === 0) throw new TypeError("The chart needs the question servers.");
  const ratios = [
    ...measured,
    ...measured.map(({ workload }) => ({ workload, name: PEER, median: 1 })),
  ];
  const meanOf = (wanted: string) => {
    const own = ratios.flatMap(({ name, median }) => (name === wanted ? [median] : []));
    return own.reduce((sum, each) => sum + each, 0) / own.length;
  };
  const names = [...new Set(ratios.map(({ name }) => name))].toSorted(
    (a, b) => meanOf(a) - meanOf(b),
  );
  const chart = init(null, null, { renderer: "svg", ssr: true, ...SIZE });
  const text = { color: GREY, fontFamily: "sans-serif" };
  chart.setOption({
    animation: false,
    textStyle: text,
    title: {
      text: `Answers for the same processor time, ${PEER} = 1`,
      subtext: `${date}, commit ${commit}, ${machine}`,
      textStyle: { ...text, fontSize: 14 },
      subtextStyle: text,
    },
    color: ["#2f81f7", "#3fb950", "#d29922"],
    legend: { bottom: 0, itemGap: 24, textStyle: text },
    grid: { left: 200, right: 50, top: 60, bottom: 50 },
    xAxis: { type: "value", axisLabel: text, splitLine: { lineStyle: { color: "#7d859055" } } },
    yAxis: { type: "category", data: names, axisLabel: text },
    series: [...new Set(measured.map(({ workload }) => workload))].map((workload) => ({
      type: "bar",
      name: workload,
      label: { ...text, show: true, position: "right", formatter: "{c}" },
      data: names.map(
        (name) =>
          ratios
            .find((each) => each.workload === workload && each.name === name)
            ?.median.toFixed(2) ?? null,
      ),
    })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}
