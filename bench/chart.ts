import { init } from "echarts";
import type { Report } from "./figures.ts";

const SIZE = { width: 760, height: 520 };

const PEER = "Fastify";

/** Readable on white and on black. */
const GREY = "#7d8590";

/**
 * Draws the figures of the question `servers` as SVG: how many times as fast as Fastify each server is.
 *
 * @throws {TypeError} when the report has no figures of `servers`
 */
export function chartOf({ figures, date, commit, machine }: Report): string {
  const suffix = `, times as fast as ${PEER}`;
  const prefix = "servers: ";
  const measured = figures
    .filter(({ question, name }) => question.startsWith(prefix) && name.endsWith(suffix))
    .map(({ question, name, median }) => ({
      workload: question.slice(prefix.length),
      name: name.slice(0, -suffix.length),
      median,
    }));
  if (measured.length === 0)
    throw new TypeError("The chart needs figures of the question servers.");
  const workloads = [...new Set(measured.map(({ workload }) => workload))];
  const ratios = [
    ...measured,
    ...workloads.map((workload) => ({ workload, name: PEER, median: 1 })),
  ];
  const byName = [...Map.groupBy(ratios, ({ name }) => name)].map(([name, own]) => ({
    name,
    own,
    mean: own.reduce((sum, { median }) => sum + median, 0) / own.length,
  }));
  const sorted = byName.toSorted((a, b) => a.mean - b.mean);
  const chart = init(null, null, { renderer: "svg", ssr: true, ...SIZE });
  const text = { color: GREY, fontFamily: "sans-serif" };
  chart.setOption({
    animation: false,
    textStyle: text,
    title: {
      text: `Responses for the same processor time, ${PEER} = 1`,
      subtext: `${date}, commit ${commit}, ${machine}`,
      textStyle: { ...text, fontSize: 14 },
      subtextStyle: text,
    },
    color: ["#2f81f7", "#3fb950", "#d29922"],
    legend: { bottom: 0, itemGap: 24, textStyle: text },
    grid: { left: 200, right: 50, top: 60, bottom: 50 },
    xAxis: { type: "value", axisLabel: text, splitLine: { lineStyle: { color: "#7d859055" } } },
    yAxis: { type: "category", data: sorted.map(({ name }) => name), axisLabel: text },
    series: workloads.map((workload) => ({
      type: "bar",
      name: workload,
      label: { ...text, show: true, position: "right", formatter: "{c}" },
      data: sorted.map(
        ({ own }) => own.find((item) => item.workload === workload)?.median.toFixed(2) ?? null,
      ),
    })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}
