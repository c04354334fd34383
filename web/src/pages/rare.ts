/** Pages that hardly anybody opens: what their names and parts weigh is not in everybody's first load. */
export const shared = () => import('./Shared.svelte');
export const privacy = () => import('./Privacy.svelte');
export const about = () => import('./About.svelte');
export const admin = () => import('./Admin.svelte');
export const verify = () => import('./Verify.svelte');
export const leaderboard = () => import('./Leaderboard.svelte');
export const player = () => import('./Player.svelte');
export const replay = () => import('./Replay.svelte');
