import { readDocIndex } from '#lib/console/docs/docs.ts'

export const GET = readDocIndex
