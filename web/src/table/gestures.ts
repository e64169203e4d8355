/** Mouse, pen and touch on the map: click, drag the map, drag a counter, wheel, pinch. */

import type { Viewport } from "./viewport.svelte";

const SLACK = 5;

interface Acts {
  /** The thing that a drag from here would carry, or null to drag the map. */
  grab: (event: PointerEvent) => string | null;
  lift: (thing: string) => void;
  carry: (thing: string, event: PointerEvent) => void;
  drop: (thing: string, event: PointerEvent) => void;
  hover: (event: PointerEvent | null) => void;
  click: (event: PointerEvent) => void;
}

export class Gestures {
  #root: HTMLElement;
  #view: Viewport;
  #acts: Acts;
  #pointers = new Map<number, [number, number]>();
  #start: [number, number] = [0, 0];
  #thing: string | null = null;
  #mode: "none" | "press" | "pan" | "carry" | "pinch" = "none";
  #frame = 0;
  #due: [number, number] = [0, 0];
  #off = new AbortController();

  constructor(root: HTMLElement, view: Viewport, acts: Acts) {
    this.#root = root;
    this.#view = view;
    this.#acts = acts;
    const { signal } = this.#off;
    root.addEventListener("pointerdown", (e) => this.#down(e), { signal });
    root.addEventListener("pointermove", (e) => this.#move(e), { signal });
    root.addEventListener("pointerup", (e) => this.#up(e), { signal });
    root.addEventListener("pointercancel", (e) => this.#up(e), { signal });
    root.addEventListener("pointerleave", () => this.#mode === "none" && acts.hover(null), { signal });
    root.addEventListener("wheel", (e) => this.#wheel(e), { signal, passive: false });
  }

  destroy(): void {
    this.#off.abort();
    cancelAnimationFrame(this.#frame);
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || (event.target as Element).closest("[data-over-map]")) return;
    this.#pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.#pointers.size === 2) {
      this.#mode = "pinch";
      return;
    }
    this.#mode = "press";
    this.#start = [event.clientX, event.clientY];
    this.#thing = this.#acts.grab(event);
  }

  #move(event: PointerEvent): void {
    const last = this.#pointers.get(event.pointerId);
    if (!last) {
      if (this.#mode === "none") this.#acts.hover((event.target as Element).closest("[data-over-map]") ? null : event);
      return;
    }
    const now: [number, number] = [event.clientX, event.clientY];
    if (this.#mode === "press" && Math.hypot(now[0] - this.#start[0], now[1] - this.#start[1]) > SLACK) this.#begin(event);
    if (this.#mode === "pan") this.#later(now[0] - last[0], now[1] - last[1]);
    else if (this.#mode === "carry") this.#acts.carry(this.#thing!, event);
    else if (this.#mode === "pinch") this.#pinch(event.pointerId, now);
    if (this.#mode !== "press") this.#pointers.set(event.pointerId, now);
  }

  #begin(event: PointerEvent): void {
    this.#root.setPointerCapture(event.pointerId);
    this.#mode = this.#thing ? "carry" : "pan";
    if (this.#thing) this.#acts.lift(this.#thing);
    else {
      this.#root.classList.add("panning");
      this.#view.hold(true);
    }
  }

  #up(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return;
    if (this.#mode === "press" && event.type === "pointerup") this.#acts.click(event);
    if (this.#mode === "carry") this.#acts.drop(this.#thing!, event);
    this.#root.classList.remove("panning");
    this.#view.hold(false);
    this.#mode = this.#pointers.size ? "pan" : "none";
  }

  /** Moves the map once a frame, however many events come. */
  #later(dx: number, dy: number): void {
    this.#due = [this.#due[0] + dx, this.#due[1] + dy];
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#view.pan(...this.#due);
      this.#due = [0, 0];
    });
  }

  #pinch(id: number, now: [number, number]): void {
    const other = [...this.#pointers].find(([key]) => key !== id)?.[1];
    const last = this.#pointers.get(id)!;
    if (!other) return;
    const spread = (a: [number, number]): number => Math.hypot(a[0] - other[0], a[1] - other[1]);
    const { left, top } = this.#root.getBoundingClientRect();
    this.#view.zoom(spread(now) / Math.max(1, spread(last)), (now[0] + other[0]) / 2 - left, (now[1] + other[1]) / 2 - top);
    this.#view.pan((now[0] - last[0]) / 2, (now[1] - last[1]) / 2);
  }

  #wheel(event: WheelEvent): void {
    if ((event.target as Element).closest("[data-over-map]")) return;
    event.preventDefault();
    const { left, top } = this.#root.getBoundingClientRect();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    const turn = Math.max(-240, Math.min(240, event.deltaY * lines));
    this.#view.zoom(Math.exp(-turn * (event.ctrlKey ? 0.008 : 0.0016)), event.clientX - left, event.clientY - top);
  }
}
