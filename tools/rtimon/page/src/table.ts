// A table that can be sorted by its columns. Rows keep their elements while figures change, so that
// the focus and the selection stay.
import { element } from "./text";

export interface Column<Row> {
  title: string;
  numeric?: boolean;
  // Text of the cell, or an element.
  cell(row: Row): string | Node;
  // Value to sort by. Null: unknown, sorted last.
  key(row: Row): number | string | null;
}

export class SortedTable<Row> {
  readonly root: HTMLElement;
  private readonly body = element("tbody");
  private readonly heads: HTMLTableCellElement[] = [];
  private readonly rows = new Map<string, HTMLTableRowElement>();
  private sorted = 0;
  private descending = false;
  private shown: Row[] = [];

  constructor(
    caption: string,
    private readonly columns: Column<Row>[],
    private readonly identity: (row: Row) => string,
    private readonly style: (row: Row) => string = () => "",
  ) {
    const line = element("tr");
    columns.forEach((column, place) => {
      const button = element("button", { type: "button" }, column.title);
      button.addEventListener("click", () => this.sortBy(place));
      const head = element("th", { scope: "col", class: column.numeric ? "number" : "" }, button);
      this.heads.push(head);
      line.append(head);
    });
    const table = element("table", { "aria-label": caption }, element("thead", {}, line), this.body);
    this.root = element("div", { class: "scroll" }, table);
  }

  show(rows: Row[]): void {
    this.shown = rows;
    const column = this.columns[this.sorted]!;
    const sign = this.descending ? -1 : 1;
    const ordered = [...rows].sort((a, b) => {
      const left = column.key(a);
      const right = column.key(b);
      if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
      return left < right ? -sign : left > right ? sign : 0;
    });
    const used = new Set<string>();
    ordered.forEach((row, place) => {
      const key = this.identity(row);
      used.add(key);
      const line = this.rows.get(key) ?? this.addRow(key);
      this.fill(line, row);
      if (this.body.children[place] !== line) this.body.insertBefore(line, this.body.children[place] ?? null);
    });
    for (const [key, line] of this.rows) {
      if (used.has(key)) continue;
      line.remove();
      this.rows.delete(key);
    }
    this.heads.forEach((head, place) => {
      const order = place === this.sorted ? (this.descending ? "descending" : "ascending") : "none";
      head.setAttribute("aria-sort", order);
    });
  }

  private sortBy(place: number): void {
    this.descending = this.sorted === place ? !this.descending : false;
    this.sorted = place;
    this.show(this.shown);
  }

  private addRow(key: string): HTMLTableRowElement {
    const line = element("tr", { "data-key": key });
    for (const column of this.columns) {
      line.append(element("td", { class: column.numeric ? "number" : "", "data-column": column.title }));
    }
    this.rows.set(key, line);
    return line;
  }

  private fill(line: HTMLTableRowElement, row: Row): void {
    line.className = this.style(row);
    this.columns.forEach((column, place) => {
      const cell = line.cells[place]!;
      const content = column.cell(row);
      if (typeof content === "string") {
        if (cell.textContent !== content) cell.textContent = content;
      } else if (!cell.firstChild || !cell.firstChild.isEqualNode(content)) {
        cell.replaceChildren(content);
      }
    });
  }
}
