'use client'
import type { BoardResult } from '#lib/client/rerank/board-result.ts'
export function BumpChart({ result: _ }: { result: BoardResult }) {
  return null
}
