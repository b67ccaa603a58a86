// The page of rtimon: chooses the view by the part of the URL after '#', and shows each snapshot
// that arrives by the WebSocket.
import type { Snapshot } from "./model";
import { clock, number, percent } from "./text";
import { EventsView, FederatesView, FederateView, HostsView, TimeView, type View } from "./views";

const kReconnectMs = 2000;

const main = document.getElementById("view")!;
const status = document.getElementById("status")!;
let view: View = new FederatesView();
let snapshot: Snapshot | null = null;

function chooseView(): View {
  const [name = "", argument = ""] = location.hash.slice(1).split("/");
  if (name === "federate") return new FederateView(decodeURIComponent(argument));
  if (name === "time") return new TimeView();
  if (name === "events") return new EventsView();
  if (name === "hosts") return new HostsView();
  return new FederatesView();
}

function changeView(): void {
  view.close?.();
  view = chooseView();
  main.replaceChildren(view.root);
  const current = location.hash || "#federates";
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (snapshot) view.show(snapshot);
}

function showStatus(text: string, isBad: boolean): void {
  status.textContent = text;
  status.classList.toggle("bad", isBad);
}

function receive(next: Snapshot): void {
  snapshot = next;
  const rtig = next.rtig;
  if (rtig.connected) {
    const load = percent(rtig.figures["cpu_user"], rtig.figures["cpu_system"]);
    const federates = next.federations.reduce((sum, one) => sum + one.federates.filter((each) => each.state !== "lost").length, 0);
    showStatus(`${clock(next.at_ms)}: ${number(federates)} federates, rtig at ${rtig.url}, CPU ${load}`, false);
  } else {
    showStatus(`${clock(next.at_ms)}: the rtig does not answer: ${rtig.fault}`, true);
  }
  view.show(next);
}

function connect(): void {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}/api/live`);
  socket.addEventListener("message", (message) => receive(JSON.parse(String(message.data)) as Snapshot));
  socket.addEventListener("close", () => {
    showStatus("rtimon does not answer; trying again", true);
    setTimeout(connect, kReconnectMs);
  });
}

window.addEventListener("hashchange", changeView);
changeView();
connect();
