// The JSON of rtimon: docs/monitoring.md describes it.

export type Figures = Record<string, number | null>;

export interface Federate {
  node: string;
  federate: number;
  type: string;
  host: string;
  pid: number;
  transport: string;
  state: string;
  state_text: string;
  since_ms: number;
  answers: boolean;
  time: string;
  time_state: string;
  time_state_ms: number;
  lookahead: string;
  lbts: string;
  regulating: boolean;
  constrained: boolean;
  waits_for: number[];
  holds_up: number;
  figures: Figures;
}

export interface Stall {
  blockers: number[];
  waiting: number[];
}

export interface Step {
  kind: string;
  label: string;
  open_ms: number;
  owing: number[];
  owing_count: number;
}

export interface Federation {
  federation: string;
  fed: string;
  objects: number;
  federates: Federate[];
  stalls: Stall[];
  steps: Step[];
}

export interface Host {
  node: string;
  name: string;
  figures: Figures;
}

export interface Snapshot {
  at_ms: number;
  interval_ms: number;
  last_event: number;
  rtig: {
    url: string;
    connected: boolean;
    fault: string;
    release: string;
    host: string;
    pid: number;
    figures: Figures;
  };
  hosts: Host[];
  federations: Federation[];
}

export interface FederationEvent {
  number: number;
  at_ms: number;
  kind: string;
  federation: string;
  federate: number;
  type: string;
  text: string;
}

export interface Series {
  node: string;
  figures: string[];
  points: (number | null)[][];
}
