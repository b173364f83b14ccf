import { serveAnalysis } from './serve-analysis.ts'

const answer = serveAnalysis(reply => postMessage(reply))
addEventListener('message', ({ data }) => answer(data))
