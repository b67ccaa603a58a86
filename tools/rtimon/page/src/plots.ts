// Plots of figures of one node over time, from the history.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Series } from "./model";
import { element } from "./text";

interface PlotKind {
  title: string;
  figures: string[];
  labels: string[];
}

export const kPlots: PlotKind[] = [
  { title: "Processor, % of one", figures: ["cpu_user", "cpu_system"], labels: ["user", "system"] },
  { title: "Memory, bytes", figures: ["memory"], labels: ["resident"] },
  { title: "Messages a second", figures: ["updates_out", "reflections_in", "interactions_out", "interactions_in"], labels: ["updates", "reflections", "sent", "received"] },
  { title: "Bytes a second", figures: ["bytes_out", "bytes_in"], labels: ["out", "in"] },
  { title: "Queues", figures: ["receive_queued", "tso_queued"], labels: ["receive order", "time-stamp order"] },
  { title: "Logical time", figures: ["logical_time", "lbts"], labels: ["time", "LBTS"] },
  { title: "Outside the RTI, ms", figures: ["outside_ms", "not_ticking_ms"], labels: ["outside", "not ticking"] },
  { title: "Threads and descriptors", figures: ["threads", "descriptors"], labels: ["threads", "descriptors"] },
];

const kColors = ["#3b82f6", "#e8590c", "#2f9e44", "#9c36b5"];

export class Plots {
  readonly root = element("div", { class: "plots" });
  private readonly plots: uPlot[] = [];

  constructor() {
    for (const kind of kPlots) {
      const box = element("div", { class: "plot" });
      this.root.append(box);
      this.plots.push(
        new uPlot(
          {
            title: kind.title,
            width: 540,
            height: 220,
            axes: [{ stroke: "#7d8590" }, { stroke: "#7d8590", size: 80 }],
            series: [{}, ...kind.labels.map((label, i) => ({ label, stroke: kColors[i]!, spanGaps: false }))],
          },
          [[], ...kind.figures.map(() => [])],
          box,
        ),
      );
    }
  }

  show(series: Series): void {
    const times = series.points.map((point) => (point[0] ?? 0) / 1000);
    kPlots.forEach((kind, place) => {
      const columns = kind.figures.map((figure) => {
        const column = series.figures.indexOf(figure) + 1;
        return series.points.map((point) => point[column] ?? null);
      });
      this.plots[place]!.setData([times, ...columns]);
    });
  }

  destroy(): void {
    for (const plot of this.plots) plot.destroy();
  }
}

export const kPlottedFigures = kPlots.flatMap((kind) => kind.figures);
