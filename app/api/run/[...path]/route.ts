import { run } from '#lib/console/api/run.ts'

export const GET = run
export const POST = run
export const DELETE = run
