// Elements, and texts of values. Unknown values are shown as "–", never as zero.

type Child = Node | string;

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export const kUnknown = "–";

export function number(value: number | null | undefined, digits = 0): string {
  if (value === null || value === undefined) return kUnknown;
  return value.toLocaleString("en", { maximumFractionDigits: digits, useGrouping: true });
}

export function bytes(value: number | null | undefined): string {
  if (value === null || value === undefined) return kUnknown;
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    ++unit;
  }
  return `${number(value, unit === 0 ? 0 : 1)} ${units[unit]}`;
}

export function age(milliseconds: number | null | undefined): string {
  if (milliseconds === null || milliseconds === undefined) return kUnknown;
  const seconds = milliseconds / 1000;
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  if (seconds < 7200) return `${(seconds / 60).toFixed(1)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

export function clock(milliseconds: number): string {
  const date = new Date(milliseconds);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}

export function percent(user: number | null | undefined, system: number | null | undefined): string {
  if (user === null || user === undefined || system === null || system === undefined) return kUnknown;
  return `${number(user + system, 1)} %`;
}
