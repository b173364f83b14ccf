/** Opens and closes a graph of a few kilobytes, in its own process. */
import { fileURLToPath } from 'node:url'
import { startOnnxThread } from '#lib/models/onnx/load-onnx-model.ts'



const graph = new URL('../../rerank/__fixtures__/tiny-cross-encoder.onnx', import.meta.url)
const thread = startOnnxThread({ modelPath: fileURLToPath(graph), reduction: 'first', threads: 1 })
await thread.ready
await thread.dispose()
