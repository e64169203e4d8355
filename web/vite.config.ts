import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: { outDir: "../src/kessel/server/client", emptyOutDir: true, target: "es2022", sourcemap: false },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8080", ws: true } } },
});
