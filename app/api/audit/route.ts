import { listAudit } from '#lib/console/settings/audit.ts'

export const GET = listAudit
