/** The view of Journeyman and Weather, as src/engine/games/journeyman/journeyman_view.c writes it. */
export type Side = 'journeyman' | 'weather';

export interface Field {
  x: number;
  y: number;
}

export interface DayCount {
  day: number;
  flooded: number;
}

export type Action =
  | { type: 'configure_grid'; size: number[] }
  | { type: 'move'; position: Field[] }
  | { type: 'flood'; positions: { from: Field[]; count: { min: number; max: number } } }
  | { type: 'end_turn' };

/** Of one day: where the Journeyman went, what dried, what Weather flooded. Fields are y × width + x. */
export type Day = [move: number, dried: number[], flooded: number[]];

export interface JourneymanView {
  phase: 'waiting' | 'configuring' | 'active' | 'ended';
  game_status: 'waiting' | 'configuring' | 'active' | 'ended';
  own_role: Side | null;
  grid_size: number | null;
  width: number;
  height: number;
  floods: number;
  days: number;
  floods_left: number | null;
  turn_seconds: number;
  current_turn: number;
  current_role: Side | null;
  winner: Side | null;
  trap_days?: { width: number; height: number; day: number }[];
  grid?: number[][];
  journeyman_position?: Field;
  movable?: { position: Field; drying: Field[] }[];
  stats?: {
    days_survived: number;
    floods_used: number;
    fields_dried: number;
    fields_flooded: number;
    driest_day?: DayCount;
    wettest_day?: DayCount;
  };
  staged?: { position?: Field; positions?: Field[] };
  history?: Day[];
  available_actions: Action[];
}
