/** Money of outcome trading: the form that moves USDH into it, for every panel that shows balances. */
export { MoveUsdh } from './move-usdh.tsx'
