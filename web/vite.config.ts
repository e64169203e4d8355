import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { symbols } from "./plugins/symbols";

const games = fileURLToPath(new URL("../src/kessel/games", import.meta.url));

export default defineConfig({
  plugins: [svelte(), symbols(games)],
  base: "./",
  build: { outDir: "../src/kessel/server/client", emptyOutDir: true, target: "es2022", sourcemap: false },
  server: { proxy: { "/api": { target: process.env.KESSEL_SERVER ?? "http://127.0.0.1:8080", ws: true } } },
});
