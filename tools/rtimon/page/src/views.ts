// The views. Each has a root element, and shows snapshots as they arrive.
import type { Federate, Federation, FederationEvent, Host, Series, Snapshot } from "./model";
import { kPlottedFigures, Plots } from "./plots";
import { SortedTable } from "./table";
import { age, bytes, clock, element, kUnknown, number, percent } from "./text";

export interface View {
  root: HTMLElement;
  show(snapshot: Snapshot): void;
  close?(): void;
}

// Fetches JSON from rtimon; the cookie has the token.
export async function fetchJson<T>(target: string): Promise<T> {
  const response = await fetch(target, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`${target}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

interface FederateRow {
  federation: string;
  federate: Federate;
}

const kOrder = ["lost", "late", "holds up", "waits", "in progress", "runs"];

function stateText(federate: Federate): string {
  if (federate.state === "holds up") return `holds up ${federate.holds_up}`;
  if (federate.state === "waits" && federate.waits_for.length > 0) {
    return `waits for ${federate.waits_for.join(", ")}`;
  }
  return federate.state_text ? `${federate.state}: ${federate.state_text}` : federate.state;
}

function rowStyle(federate: Federate): string {
  return federate.state === "holds up" ? "holds" : federate.state;
}

function figure(name: string, title: string, text: (value: number | null) => string) {
  return {
    title,
    numeric: true,
    cell: (row: FederateRow) => text(row.federate.figures[name] ?? null),
    key: (row: FederateRow) => row.federate.figures[name] ?? null,
  };
}

export class FederatesView implements View {
  readonly root = element("div");
  private readonly filter = element("input", { type: "search", id: "filter", "aria-label": "Filter" });
  private readonly count = element("span", { class: "none" });
  private readonly table = new SortedTable<FederateRow>(
    "Federates",
    [
      {
        title: "State",
        cell: (row) => element("span", { class: "state" }, stateText(row.federate)),
        key: (row) => kOrder.indexOf(row.federate.state),
      },
      { title: "No.", numeric: true, cell: (row) => String(row.federate.federate), key: (row) => row.federate.federate },
      {
        title: "Name",
        cell: (row) => element("a", { href: `#federate/${encodeURIComponent(row.federate.node)}` }, row.federate.type || kUnknown),
        key: (row) => row.federate.type,
      },
      { title: "Federation", cell: (row) => row.federation, key: (row) => row.federation },
      { title: "Host", cell: (row) => row.federate.host, key: (row) => row.federate.host },
      { title: "Time", numeric: true, cell: (row) => row.federate.time || kUnknown, key: (row) => row.federate.figures["logical_time"] ?? null },
      { title: "In", cell: (row) => row.federate.time_state || kUnknown, key: (row) => row.federate.time_state },
      figure("outside_ms", "Outside", age),
      {
        title: "CPU",
        numeric: true,
        cell: (row) => percent(row.federate.figures["cpu_user"], row.federate.figures["cpu_system"]),
        key: (row) => {
          const user = row.federate.figures["cpu_user"] ?? null;
          return user === null ? null : user + (row.federate.figures["cpu_system"] ?? 0);
        },
      },
      figure("memory", "Memory", bytes),
      figure("updates_out", "Updates/s", (value) => number(value, 1)),
      figure("reflections_in", "Reflects/s", (value) => number(value, 1)),
      figure("bytes_out", "Out/s", bytes),
      figure("bytes_in", "In/s", bytes),
      figure("receive_queued", "RO", number),
      figure("tso_queued", "TSO", number),
    ],
    (row) => row.federate.node,
    (row) => rowStyle(row.federate),
  );
  private snapshot: Snapshot | null = null;

  constructor() {
    const label = element("label", { for: "filter" }, "Filter");
    this.filter.addEventListener("input", () => this.snapshot && this.show(this.snapshot));
    this.root.append(element("div", { class: "tools" }, label, this.filter, this.count), this.table.root);
  }

  show(snapshot: Snapshot): void {
    this.snapshot = snapshot;
    const wanted = this.filter.value.trim().toLowerCase();
    const all = snapshot.federations.flatMap((one) =>
      one.federates.map((federate) => ({ federation: one.federation, federate })),
    );
    const rows = all.filter(({ federation, federate }) =>
      `${federation} ${federate.federate} ${federate.type} ${federate.host} ${stateText(federate)}`.toLowerCase().includes(wanted),
    );
    this.count.textContent = `${rows.length} of ${all.length} federates`;
    this.table.show(rows);
  }
}

export class FederateView implements View {
  readonly root = element("div");
  private readonly heading = element("h2");
  private readonly facts = element("dl");
  private readonly plots = new Plots();
  private readonly span = element("select", { id: "span", "aria-label": "Time span" });
  private asked = 0;

  constructor(private readonly node: string) {
    for (const [text, minutes] of [["last minute", 1], ["last 10 minutes", 10], ["last hour", 60], ["last 24 hours", 1440]] as const) {
      this.span.append(element("option", { value: String(minutes) }, text));
    }
    this.span.value = "10";
    this.span.addEventListener("change", () => (this.asked = 0));
    const tools = element("div", { class: "tools" }, element("label", { for: "span" }, "Show the"), this.span);
    this.root.append(this.heading, this.facts, tools, this.plots.root);
  }

  show(snapshot: Snapshot): void {
    let isThere = false;
    for (const one of snapshot.federations) {
      const federate = one.federates.find((each) => each.node === this.node);
      if (federate) this.showFacts(one, federate);
      isThere ||= federate !== undefined;
    }
    if (!isThere) {
      this.heading.textContent = "This federate is not in the federation any more.";
      this.facts.replaceChildren();
    }
    if (snapshot.at_ms === this.asked) return;
    this.asked = snapshot.at_ms;
    const from = snapshot.at_ms - Number(this.span.value) * 60_000;
    const target = `/api/series?node=${encodeURIComponent(this.node)}&figure=${kPlottedFigures.join(",")}&from=${from}&to=${snapshot.at_ms}`;
    fetchJson<Series>(target).then(
      (series) => this.plots.show(series),
      (fault: unknown) => console.error(fault),
    );
  }

  close(): void {
    this.plots.destroy();
  }

  private showFacts(federation: Federation, federate: Federate): void {
    this.heading.textContent = `${federate.type} (federate ${federate.federate} of ${federation.federation})`;
    const facts: [string, string][] = [
      ["State", `${stateText(federate)}, since ${clock(federate.since_ms)}`],
      ["Host", `${federate.host}, process ${federate.pid}, ${federate.transport}`],
      ["Logical time", federate.time ? `${federate.time}, ${federate.time_state} for ${age(federate.time_state_ms)}` : kUnknown],
      ["Lookahead", federate.regulating ? federate.lookahead : "does not regulate"],
      ["LBTS", federate.constrained ? federate.lbts || kUnknown : "not constrained"],
      ["Threads, descriptors", `${number(federate.figures["threads"])}, ${number(federate.figures["descriptors"])}`],
    ];
    this.facts.replaceChildren(...facts.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
  }
}

export class TimeView implements View {
  readonly root = element("div");

  show(snapshot: Snapshot): void {
    const parts = snapshot.federations.map((one) => this.partOf(one));
    this.root.replaceChildren(...(parts.length > 0 ? parts : [element("p", {}, "There are no federations.")]));
  }

  private partOf(federation: Federation): HTMLElement {
    const name = (handle: number) => {
      const found = federation.federates.find((one) => one.federate === handle);
      return `${found?.type || "federate"} (${handle})`;
    };
    const part = element("section", {}, element("h2", {}, federation.federation));
    const list = element("ul", { class: "chain" });
    for (const stall of federation.stalls) {
      const waiting = stall.waiting.map(name).join(", ");
      const blockers = stall.blockers.map(name).join(", ") || "federates without a name here";
      list.append(element("li", {}, `${waiting} ${stall.waiting.length === 1 ? "waits" : "wait"} for ${blockers}`));
    }
    for (const step of federation.steps) {
      const owing = step.owing.map(name).join(", ");
      list.append(element("li", {}, `${step.kind} ${step.label}: open for ${age(step.open_ms)}, waits for ${owing}`));
    }
    if (list.childElementCount === 0) list.append(element("li", {}, "No federate waits for another."));
    const table = new SortedTable<Federate>(
      `Logical time in ${federation.federation}`,
      [
        { title: "Time", numeric: true, cell: (one) => one.time || kUnknown, key: (one) => one.figures["logical_time"] ?? null },
        { title: "Name", cell: (one) => name(one.federate), key: (one) => one.type },
        { title: "In", cell: (one) => one.time_state || kUnknown, key: (one) => one.time_state },
        { title: "For", numeric: true, cell: (one) => (one.answers ? age(one.time_state_ms) : kUnknown), key: (one) => one.time_state_ms },
        { title: "Lookahead", numeric: true, cell: (one) => one.lookahead || kUnknown, key: (one) => one.figures["lookahead"] ?? null },
        { title: "LBTS", numeric: true, cell: (one) => one.lbts || kUnknown, key: (one) => one.figures["lbts"] ?? null },
        { title: "Waits for", cell: (one) => one.waits_for.map(name).join(", "), key: (one) => one.waits_for.length },
        { title: "Holds up", numeric: true, cell: (one) => String(one.holds_up), key: (one) => one.holds_up },
      ],
      (one) => one.node,
      (one) => rowStyle(one),
    );
    table.show(federation.federates.filter((one) => one.state !== "lost"));
    part.append(list, table.root);
    return part;
  }
}

export class EventsView implements View {
  readonly root = element("div");
  private readonly filter = element("input", { type: "search", id: "event-filter", "aria-label": "Filter" });
  private readonly table = new SortedTable<FederationEvent>(
    "Events",
    [
      { title: "Newest first", cell: (one) => `${new Date(one.at_ms).toLocaleDateString("en-CA")} ${clock(one.at_ms)}`, key: (one) => -one.number },
      { title: "Event", cell: (one) => one.kind, key: (one) => one.kind },
      { title: "Federation", cell: (one) => one.federation, key: (one) => one.federation },
      { title: "Federate", cell: (one) => (one.federate === 0 ? "" : `${one.type} (${one.federate})`), key: (one) => one.type },
      { title: "Details", cell: (one) => one.text, key: (one) => one.text },
    ],
    (one) => String(one.number),
    (one) => (one.kind === "lost" || one.kind === "late" ? one.kind : ""),
  );
  private events: FederationEvent[] = [];
  private last = -1;

  constructor() {
    this.filter.addEventListener("input", () => this.refresh());
    const tools = element("div", { class: "tools" }, element("label", { for: "event-filter" }, "Filter"), this.filter);
    this.root.append(tools, this.table.root);
  }

  show(snapshot: Snapshot): void {
    if (snapshot.last_event === this.last) return;
    const after = Math.max(this.last, 0);
    this.last = snapshot.last_event;
    fetchJson<{ events: FederationEvent[] }>(`/api/events?after=${after}&limit=1000`).then(
      (answer) => {
        const known = new Set(this.events.map((one) => one.number));
        this.events = [...this.events, ...answer.events.filter((one) => !known.has(one.number))].slice(-1000);
        this.refresh();
      },
      (fault: unknown) => {
        this.last = after;
        console.error(fault);
      },
    );
  }

  private refresh(): void {
    const wanted = this.filter.value.trim().toLowerCase();
    this.table.show(
      this.events.filter((one) =>
        `${one.kind} ${one.federation} ${one.type} ${one.federate} ${one.text}`.toLowerCase().includes(wanted),
      ),
    );
  }
}

export class HostsView implements View {
  private readonly table = new SortedTable<Host>(
    "Hosts",
    [
      { title: "Host", cell: (one) => one.name, key: (one) => one.name },
      ...(
        [
          ["cpu_user", "CPU user, %", (value: number | null) => number(value, 1)],
          ["cpu_system", "CPU system, %", (value: number | null) => number(value, 1)],
          ["cpu_idle", "CPU idle, %", (value: number | null) => number(value, 1)],
          ["load", "Load", (value: number | null) => number(value, 2)],
          ["memory", "Memory used", bytes],
          ["memory_cached", "Cached", bytes],
          ["memory_total", "Installed", bytes],
          ["network_in", "Network in/s", bytes],
          ["network_out", "Network out/s", bytes],
        ] as const
      ).map(([name, title, text]) => ({
        title,
        numeric: true,
        cell: (one: Host) => text(one.figures[name] ?? null),
        key: (one: Host) => one.figures[name] ?? null,
      })),
    ],
    (one) => one.node,
  );
  readonly root = element("div", {}, element("h2", {}, "Hosts"), this.table.root);

  show(snapshot: Snapshot): void {
    this.table.show(snapshot.hosts);
  }
}
