import { listAudit } from '#lib/console/audit.ts'

export const GET = listAudit
