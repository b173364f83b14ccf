import { exportBill } from '#lib/console/usage/bill.ts'

export const GET = exportBill
