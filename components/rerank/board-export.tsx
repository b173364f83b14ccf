'use client'
import type { BoardResult } from '#lib/client/rerank/board-result.ts'
export function BoardExport({ result: _ }: { result: BoardResult }) {
  return null
}
