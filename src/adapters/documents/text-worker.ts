/** The thread that reads one document. */

import { parentPort, workerData } from 'node:worker_threads'
import { readText } from './read-text.ts'

parentPort?.postMessage({ text: await readText(workerData) })
