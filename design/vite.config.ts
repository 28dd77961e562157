import { defineConfig } from 'vite'
import { layersFirst } from './layers-first.ts'

/** Serves and builds the gallery. */
export default defineConfig({ plugins: [layersFirst()] })
