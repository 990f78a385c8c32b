/**
 * Loaded before everything else, so that Node keeps what it compiled: a second start takes half the time and 40 MB
 * less memory, because types need not be stripped again. JavaScript, because it comes before the stripping.
 */

import { enableCompileCache, flushCompileCache } from 'node:module'
import './resolve-imports.mjs'

enableCompileCache()
// What ends by a signal would not keep what it compiled.
setTimeout(flushCompileCache, 2_000).unref()
