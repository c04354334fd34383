// Made by tools/protocol from the server's tables. Do not edit.
/* eslint-disable */

export interface Field {
  x: number;
  y: number;
}

/** The arguments of the message called `Type`. */
export type Args<Messages extends { type: string }, Type> = Omit<Extract<Messages, { type: Type }>, 'type'>;

/** How a client gives commands: the name, then the arguments, which may be left out where none must be there.
 * True if the command was accepted. */
export type Act<Commands extends { type: string }> = <Type extends Commands['type']>(
  type: Type,
  ...args: object extends Args<Commands, Type> ? [args?: Args<Commands, Type>] : [args: Args<Commands, Type>]
) => Promise<boolean>;

export type RoomCommand =
  | { type: 'join'; name: string; nonce?: string; as_spectator?: boolean; password?: string }
  | { type: 'leave' }
  | { type: 'rename'; name: string; player?: string }
  | { type: 'sit' }
  | { type: 'stand' }
  | { type: 'select_role'; role: string }
  | { type: 'reorder_seats'; order: string[] }
  | { type: 'start_roll_call' }
  | { type: 'cancel_roll_call' }
  | { type: 'take_next_seat' }
  | { type: 'ready'; ready?: boolean; nonce?: string }
  | { type: 'set_nonce'; nonce: string }
  | { type: 'set_options'; options: Record<string, unknown> }
  | { type: 'set_game'; game: 'coinflip' | 'journeyman' | 'avalon' | 'chess' | 'onenight' | 'grimoire'; options?: Record<string, unknown> }
  | { type: 'set_seats'; num_players: number }
  | { type: 'hand_over_host'; player: string }
  | { type: 'kick'; player: string; reason?: string }
  | { type: 'readmit'; player: string }
  | { type: 'set_spectators'; allowed: boolean; limit?: number }
  | { type: 'set_lock'; locked: boolean; password?: string }
  | { type: 'set_chat'; open: boolean }
  | { type: 'set_bridge'; open: boolean }
  | { type: 'set_voice'; voice: 'host' | 'table' | 'silent' }
  | { type: 'set_language'; language: 'en' | 'fr' | 'es' }
  | { type: 'add_bot'; strength?: number; role?: string }
  | { type: 'remove_bot'; player: string }
  | { type: 'set_bot'; player: string; strength: number }
  | { type: 'add_guest'; name: string }
  | { type: 'remove_guest'; player: string }
  | { type: 'chat'; channel?: string; text: string }
  | { type: 'react'; sticker: number }
  | { type: 'start' }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'set_absent'; policy: 'wait' | 'play_on' | 'bot'; seconds?: number }
  | { type: 'replace_absent'; player: string; strength?: number }
  | { type: 'void_vote'; void: boolean }
  | { type: 'skip' }
  | { type: 'extend'; seconds: number }
  | { type: 'next_game' }
  | { type: 'rematch' }
  | { type: 'end_set' }
  | { type: 'make_transfer_code' }
  | { type: 'use_transfer_code'; code: string }
  | { type: 'claim_seat'; player: string }
  | { type: 'confirm_claim'; player: string; yes: boolean }
  | { type: 'rewind'; to: number }
  | { type: 'who_are_we_waiting_for' }
  | { type: 'hand_over_desk'; player: string }
  | { type: 'share_desk'; player: string; yes: boolean }
  | { type: 'ask_to_see' }
  | { type: 'let_see'; player: string; yes: boolean }
  | { type: 'share_game'; yes: boolean; named?: boolean }

export type RoomEvent =
  | { type: 'room_created'; room: string; code: number; game: 'coinflip' | 'journeyman' | 'avalon' | 'chess' | 'onenight' | 'grimoire'; num_players?: number }
  | { type: 'chance_committed'; game_id: string; game_number: number; secret_0?: string | null; secret_1?: string | null; secret_2?: string | null; secret_3?: string | null; commitment: string }
  | { type: 'player_joined'; player: string; member?: number; name_key?: string | null; wants_seat: boolean; name: string }
  | { type: 'player_left'; player: string }
  | { type: 'player_renamed'; player: string; name_key?: string | null; name: string }
  | { type: 'seat_taken'; player: string }
  | { type: 'seat_freed'; player: string; wants_seat: boolean }
  | { type: 'role_selected'; player: string; side?: number; role: string }
  | { type: 'narrator_changed'; player: string | null }
  | { type: 'seats_reordered'; order_0?: string | null; order_1?: string | null }
  | { type: 'roll_call_started' }
  | { type: 'roll_call_cancelled' }
  | { type: 'next_seat_taken'; player: string }
  | { type: 'ready_changed'; player: string; ready: boolean }
  | { type: 'nonce_set'; player: string; nonce?: string }
  | { type: 'game_changed'; game: 'coinflip' | 'journeyman' | 'avalon' | 'chess' | 'onenight' | 'grimoire' }
  | { type: 'option_set'; value?: string | null; option: string }
  | { type: 'seats_set'; num_players: number }
  | { type: 'host_changed'; player: string; is_lent?: boolean }
  | { type: 'player_kicked'; player: string; reason?: string }
  | { type: 'player_readmitted'; player: string; is_back: boolean }
  | { type: 'spectators_set'; allowed: boolean; limit: number }
  | { type: 'lock_set'; locked: boolean; password?: string }
  | { type: 'chat_set'; open: boolean }
  | { type: 'bridge_set'; open: boolean }
  | { type: 'voice_set'; voice: 'host' | 'table' | 'silent' }
  | { type: 'language_set'; language: 'en' | 'fr' | 'es' }
  | { type: 'bot_added'; player: string; member?: number; name_key?: string | null; strength: number; name: string }
  | { type: 'bot_removed'; player: string }
  | { type: 'bot_changed'; player: string; strength: number }
  | { type: 'guest_added'; player: string; member?: number; name_key?: string | null; name: string }
  | { type: 'guest_removed'; player: string }
  | { type: 'chat'; player: string; channel: string; text: string }
  | { type: 'reacted'; player: string; sticker: number }
  | { type: 'option_fixed'; value?: string | null; option: string }
  | { type: 'nonce_published'; player: string; seat: number; drawn_by_server: boolean; nonce: string }
  | { type: 'game_started'; game_id: string; game_number: number; rules_version: number }
  | { type: 'game_paused' }
  | { type: 'game_resumed' }
  | { type: 'waiting_began' }
  | { type: 'waiting_ended' }
  | { type: 'absent_set'; policy: 'wait' | 'play_on' | 'bot'; seconds?: number }
  | { type: 'bot_took_over'; player: string; strength: number }
  | { type: 'bot_stood_down'; player: string }
  | { type: 'void_vote_cast'; count: number; player?: string; void?: boolean }
  | { type: 'game_voided'; game_id: string }
  | { type: 'step_skipped'; ms: number }
  | { type: 'time_extended'; ms: number }
  | { type: 'game_over'; game_id: string; winners: number[]; reason_index?: number; reason: string }
  | { type: 'scored'; player: string; seat: number; score: number; won: boolean }
  | { type: 'chance_revealed'; game_id: string; secret: string }
  | { type: 'next_game_prepared'; game_id: string; game_number: number }
  | { type: 'sides_swapped' }
  | { type: 'set_ended' }
  | { type: 'transfer_code_made'; player: string; code: string; until_ms: number }
  | { type: 'seat_claimed'; player: string; holder: string; name?: string }
  | { type: 'claim_confirmed'; player: string }
  | { type: 'claim_ended'; player: string; accepted: boolean; denied: boolean }
  | { type: 'seat_moved'; player: string; to: string }
  | { type: 'rewound'; from?: number; to?: number }
  | { type: 'awaited_named'; seats: number[] }
  | { type: 'desk_shared'; player: string; yes: boolean }
  | { type: 'sight_asked'; player: string }
  | { type: 'sight_agreed'; player: string; by: string; from_next_game: boolean }
  | { type: 'sight_answered'; player: string; yes: boolean }
  | { type: 'share_answered'; player: string; yes: boolean; named: boolean }
  | { type: 'game_shared'; game_id: string; link: string }
  | { type: 'player_disconnected'; player: string; role?: string }
  | { type: 'player_reconnected'; player: string; role?: string }
  | { type: 'clock_credited'; ms: number }
  | { type: 'admin_looked' }
  | { type: 'operator_said'; text: string }
  | { type: 'room_moved'; player: string; to: string }
  | { type: 'game_brought_back'; player: string; clock_ms: number }

export type JourneymanCommand =
  | { type: 'configure_grid'; size?: number; width?: number; height?: number }
  | { type: 'move'; position: Field }
  | { type: 'flood'; positions: Field[] }
  | { type: 'end_turn' }

export type JourneymanEvent =
  | { type: 'roles_filled'; deadline_ms: number }
  | { type: 'grid_configured'; width: number; height: number }
  | { type: 'move_staged'; position?: Field }
  | { type: 'flood_staged'; positions?: Field[] }
  | { type: 'time_ran_out'; side: 'journeyman' | 'weather' }
  | { type: 'moved'; position: Field }
  | { type: 'dried'; positions: Field[] }
  | { type: 'night_fell'; deadline_ms: number }
  | { type: 'flooded'; positions: Field[] }
  | { type: 'day_began'; day: number; deadline_ms: number }
  | { type: 'year_survived'; days_survived: number }
  | { type: 'trapped'; days_survived: number }

export type AvalonCommand =
  | { type: 'acknowledge_role' }
  | { type: 'set_picks'; team: number[] }
  | { type: 'propose_team'; team: number[] }
  | { type: 'vote'; vote: 'none' | 'reject' | 'approve' }
  | { type: 'play_card'; card: 'none' | 'success' | 'fail' }
  | { type: 'continue' }
  | { type: 'examine'; target: number }
  | { type: 'assassinate'; target: number }
  | { type: 'name_merlin'; target: number }
  | { type: 'show_loyalty'; team: 'none' | 'good' | 'evil' }

export type AvalonEvent =
  | { type: 'teams_announced'; player_count: number; good_count: number; evil_count: number; roles: ('none' | 'merlin' | 'percival' | 'assassin' | 'morgana' | 'mordred' | 'oberon' | 'loyal_servant' | 'minion' | 'cleric' | 'troublemaker' | 'trickster' | 'lunatic' | 'brute' | 'revealer' | 'good_lancelot' | 'evil_lancelot')[] }
  | { type: 'leader_changed'; leader: number }
  | { type: 'lady_changed'; holder: number }
  | { type: 'role_assigned'; seat?: number; role?: 'none' | 'merlin' | 'percival' | 'assassin' | 'morgana' | 'mordred' | 'oberon' | 'loyal_servant' | 'minion' | 'cleric' | 'troublemaker' | 'trickster' | 'lunatic' | 'brute' | 'revealer' | 'good_lancelot' | 'evil_lancelot'; team?: 'none' | 'good' | 'evil' }
  | { type: 'role_knowledge'; seat?: number; known_players?: number[] }
  | { type: 'phase_changed'; phase: 'setup' | 'role_reveal' | 'team_building' | 'team_voting' | 'quest_execution' | 'quest_results' | 'lady_of_the_lake' | 'assassination' | 'finished' | 'vote_results'; quest_number: number; team_size: number; window_ms: number; deadline_ms: number }
  | { type: 'window_closed'; deadline_ms: number }
  | { type: 'player_acknowledged_role'; seat?: number; count: number }
  | { type: 'picks_changed'; team: number[] }
  | { type: 'team_proposed'; leader: number; team_members: number[] }
  | { type: 'team_vote_cast'; seat: number }
  | { type: 'team_vote_recorded'; seat?: number; approvals?: number }
  | { type: 'votes_revealed'; approved_by: number[]; rejected_by: number[] }
  | { type: 'team_approved'; approvals: number; rejections: number }
  | { type: 'team_rejected'; approvals: number; rejections: number }
  | { type: 'rejection_count'; count: number }
  | { type: 'quest_card_played'; count: number }
  | { type: 'quest_card_recorded'; seat?: number; fails?: number }
  | { type: 'quest_completed'; quest_number: number; success: boolean; success_count: number; fail_count: number; fails_required: number }
  | { type: 'player_examined'; holder: number; target: number; team?: 'none' | 'good' | 'evil' }
  | { type: 'evil_revealed'; evil: number[] }
  | { type: 'merlin_named'; seat?: number; target?: number }
  | { type: 'assassin_target'; target: number }
  | { type: 'assassination_result'; success: boolean }
  | { type: 'role_revealed'; seat: number; role: 'none' | 'merlin' | 'percival' | 'assassin' | 'morgana' | 'mordred' | 'oberon' | 'loyal_servant' | 'minion' | 'cleric' | 'troublemaker' | 'trickster' | 'lunatic' | 'brute' | 'revealer' | 'good_lancelot' | 'evil_lancelot'; known_players: number[] }
  | { type: 'game_finished'; winning_team: 'none' | 'good' | 'evil'; reason: 'good_won_quests' | 'merlin_survived' | 'evil_sabotaged_quests' | 'five_rejections' | 'merlin_assassinated' }
  | { type: 'results_seen'; seat?: number; count: number }
  | { type: 'leader_checked'; seat?: number; target?: number; team?: 'none' | 'good' | 'evil' }
  | { type: 'loyalty_chosen'; seat?: number; team?: 'none' | 'good' | 'evil' }
  | { type: 'lancelot_shown'; seat?: number; lancelot?: number }
  | { type: 'loyalties_dealt'; switches: number[] }
  | { type: 'loyalty_drawn'; quest_number: number; switch: boolean }

export type ChessCommand =
  | { type: 'move'; uci: string }
  | { type: 'name_piece'; piece: 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king' }
  | { type: 'fast_mode' }
  | { type: 'timeout_decision'; decision: 'end' | 'allow_next' }
  | { type: 'claim_victory' }
  | { type: 'claim_draw' }
  | { type: 'resign'; agree?: boolean }
  | { type: 'offer_draw'; agree?: boolean }
  | { type: 'accept_draw'; agree?: boolean }
  | { type: 'abort' }
  | { type: 'draw_arrow'; from: number; to: number }
  | { type: 'clear_arrows' }
  | { type: 'vote'; suspect: number }
  | { type: 'close_vote' }
  | { type: 'acknowledge' }
  | { type: 'offer_takeback'; agree?: boolean }
  | { type: 'accept_takeback'; agree?: boolean }
  | { type: 'decline'; offer: 'draw' | 'takeback' }
  | { type: 'propose'; uci: string }
  | { type: 'set_position'; fen: string }

export type ChessEvent =
  | { type: 'mode_declared'; mode: 'classic' | 'werewolf'; wolf_rule: 'none' | 'one_wolf' | 'wolf_per_team'; wolf_count: number }
  | { type: 'role_dealt'; seat?: number; role?: 'villager' | 'werewolf' }
  | { type: 'turn_started'; seat: number; deadline_ms: number }
  | { type: 'piece_named'; seat?: number; piece?: 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king' }
  | { type: 'moved'; seat: number; brain: number | null; uci: string; san: string }
  | { type: 'fast_mode_started'; seat: number; deadline_ms: number }
  | { type: 'timed_out'; seat: number; consecutive: number; deadline_ms: number }
  | { type: 'timeout_decided'; seat: number | null; decision: 'end' | 'allow_next' }
  | { type: 'resign_voted'; seat?: number; agree?: boolean }
  | { type: 'draw_voted'; seat?: number; agree?: boolean }
  | { type: 'draw_offered'; team: 'A' | 'B' | 'none' }
  | { type: 'arrow_drawn'; seat?: number; from?: number; to?: number }
  | { type: 'arrows_cleared'; seat?: number }
  | { type: 'game_ended'; reason: 'checkmate' | 'resignation' | 'timeout' | 'claim' | 'stalemate' | 'insufficient_material' | 'fifty_moves' | 'threefold_repetition' | 'fivefold_repetition' | 'agreement' | 'bare_king' | 'move_limit' | 'aborted'; winner: 'A' | 'B' | 'none'; deadline_ms: number }
  | { type: 'ballot_cast'; seat?: number; suspect?: number }
  | { type: 'vote_closed'; by: 'all_voted' | 'deadline' | 'creator' | 'admin'; majority: number | null }
  | { type: 'ballot_revealed'; seat: number; suspect: number }
  | { type: 'roles_revealed'; werewolves: number[] }
  | { type: 'point_scored'; seat: number; reason: 'found_werewolf' | 'werewolf_success' }
  | { type: 'reveal_began'; deadline_ms: number }
  | { type: 'acknowledged'; seat: number }
  | { type: 'ballot_counted'; count: number }
  | { type: 'close_agreed'; seat: number }
  | { type: 'clock_set'; seat: number; left_ms: number }
  | { type: 'takeback_voted'; seat?: number; agree?: boolean }
  | { type: 'takeback_offered'; team: 'A' | 'B' | 'none' }
  | { type: 'taken_back'; plies: number }
  | { type: 'decline_voted'; seat?: number; offer?: 'draw' | 'takeback' }
  | { type: 'offer_declined'; offer: 'draw' | 'takeback'; team: 'A' | 'B' | 'none' }
  | { type: 'move_proposed'; seat?: number; uci?: string }
  | { type: 'position_set'; fen: string }

export type OnenightCommand =
  | { type: 'acknowledge' }
  | { type: 'act'; players: number[]; center: number[] }
  | { type: 'claim'; role: 'none' | 'werewolf' | 'mystic_wolf' | 'minion' | 'mason' | 'seer' | 'apprentice_seer' | 'robber' | 'troublemaker' | 'drunk' | 'insomniac' | 'hunter' | 'tanner' | 'bodyguard' | 'dream_wolf' | 'villager'; players?: number[]; center?: number[]; first?: 'none' | 'werewolf' | 'mystic_wolf' | 'minion' | 'mason' | 'seer' | 'apprentice_seer' | 'robber' | 'troublemaker' | 'drunk' | 'insomniac' | 'hunter' | 'tanner' | 'bodyguard' | 'dream_wolf' | 'villager'; second?: 'none' | 'werewolf' | 'mystic_wolf' | 'minion' | 'mason' | 'seer' | 'apprentice_seer' | 'robber' | 'troublemaker' | 'drunk' | 'insomniac' | 'hunter' | 'tanner' | 'bodyguard' | 'dream_wolf' | 'villager' }
  | { type: 'call_vote'; wants?: boolean }
  | { type: 'vote'; target: number }
  | { type: 'mark'; step: 'none' | 'werewolf' | 'mystic_wolf' | 'minion' | 'mason' | 'seer' | 'apprentice_seer' | 'robber' | 'troublemaker' | 'drunk' | 'insomniac' | 'choice' | 'report'; players: number[]; center: number[] }

export type OnenightEvent =
  | { type: 'role_dealt'; seat?: number; role?: 'none' | 'werewolf' | 'mystic_wolf' | 'minion' | 'mason' | 'seer' | 'apprentice_seer' | 'robber' | 'troublemaker' | 'drunk' | 'insomniac' | 'hunter' | 'tanner' | 'bodyguard' | 'dream_wolf' | 'villager' }
  | { type: 'center_dealt'; card: number; role?: 'none' | 'werewolf' | 'mystic_wolf' | 'minion' | 'mason' | 'seer' | 'apprentice_seer' | 'robber' | 'troublemaker' | 'drunk' | 'insomniac' | 'hunter' | 'tanner' | 'bodyguard' | 'dream_wolf' | 'villager' }
  | { type: 'reveal_began'; deadline_ms: number }
  | { type: 'role_acknowledged'; seat?: number }
  | { type: 'step_began'; step: 'none' | 'werewolf' | 'mystic_wolf' | 'minion' | 'mason' | 'seer' | 'apprentice_seer' | 'robber' | 'troublemaker' | 'drunk' | 'insomniac' | 'choice' | 'report'; question: number; deadline_ms: number }
  | { type: 'mates_seen'; seat?: number; mates?: number[] }
  | { type: 'answered'; seat?: number; players?: number[]; center?: number[]; is_deed?: boolean }
  | { type: 'card_viewed'; seat?: number; place?: 'seat_0' | 'seat_1' | 'seat_2' | 'seat_3' | 'seat_4' | 'seat_5' | 'seat_6' | 'seat_7' | 'seat_8' | 'seat_9' | 'center_0' | 'center_1' | 'center_2'; role?: 'none' | 'werewolf' | 'mystic_wolf' | 'minion' | 'mason' | 'seer' | 'apprentice_seer' | 'robber' | 'troublemaker' | 'drunk' | 'insomniac' | 'hunter' | 'tanner' | 'bodyguard' | 'dream_wolf' | 'villager' }
  | { type: 'cards_swapped'; seat?: number; source?: 'seat_0' | 'seat_1' | 'seat_2' | 'seat_3' | 'seat_4' | 'seat_5' | 'seat_6' | 'seat_7' | 'seat_8' | 'seat_9' | 'center_0' | 'center_1' | 'center_2'; target?: 'seat_0' | 'seat_1' | 'seat_2' | 'seat_3' | 'seat_4' | 'seat_5' | 'seat_6' | 'seat_7' | 'seat_8' | 'seat_9' | 'center_0' | 'center_1' | 'center_2'; source_role?: 'none' | 'werewolf' | 'mystic_wolf' | 'minion' | 'mason' | 'seer' | 'apprentice_seer' | 'robber' | 'troublemaker' | 'drunk' | 'insomniac' | 'hunter' | 'tanner' | 'bodyguard' | 'dream_wolf' | 'villager'; target_role?: 'none' | 'werewolf' | 'mystic_wolf' | 'minion' | 'mason' | 'seer' | 'apprentice_seer' | 'robber' | 'troublemaker' | 'drunk' | 'insomniac' | 'hunter' | 'tanner' | 'bodyguard' | 'dream_wolf' | 'villager' }
  | { type: 'swap_made'; seat?: number; source?: 'seat_0' | 'seat_1' | 'seat_2' | 'seat_3' | 'seat_4' | 'seat_5' | 'seat_6' | 'seat_7' | 'seat_8' | 'seat_9' | 'center_0' | 'center_1' | 'center_2'; target?: 'seat_0' | 'seat_1' | 'seat_2' | 'seat_3' | 'seat_4' | 'seat_5' | 'seat_6' | 'seat_7' | 'seat_8' | 'seat_9' | 'center_0' | 'center_1' | 'center_2' }
  | { type: 'discussion_began'; deadline_ms: number }
  | { type: 'claim_made'; seat: number; role: 'none' | 'werewolf' | 'mystic_wolf' | 'minion' | 'mason' | 'seer' | 'apprentice_seer' | 'robber' | 'troublemaker' | 'drunk' | 'insomniac' | 'hunter' | 'tanner' | 'bodyguard' | 'dream_wolf' | 'villager'; players?: number[]; center?: number[]; first?: 'none' | 'werewolf' | 'mystic_wolf' | 'minion' | 'mason' | 'seer' | 'apprentice_seer' | 'robber' | 'troublemaker' | 'drunk' | 'insomniac' | 'hunter' | 'tanner' | 'bodyguard' | 'dream_wolf' | 'villager'; second?: 'none' | 'werewolf' | 'mystic_wolf' | 'minion' | 'mason' | 'seer' | 'apprentice_seer' | 'robber' | 'troublemaker' | 'drunk' | 'insomniac' | 'hunter' | 'tanner' | 'bodyguard' | 'dream_wolf' | 'villager' }
  | { type: 'vote_called'; count: number; seat?: number; wants?: boolean }
  | { type: 'voting_began'; deadline_ms: number }
  | { type: 'vote_cast'; seat?: number; target?: number }
  | { type: 'ballot_revealed'; seat: number; target: number | null }
  | { type: 'player_died'; seat: number; cause: 'votes' | 'hunter'; hunter: number | null }
  | { type: 'card_turned'; place: 'seat_0' | 'seat_1' | 'seat_2' | 'seat_3' | 'seat_4' | 'seat_5' | 'seat_6' | 'seat_7' | 'seat_8' | 'seat_9' | 'center_0' | 'center_1' | 'center_2'; dealt: 'none' | 'werewolf' | 'mystic_wolf' | 'minion' | 'mason' | 'seer' | 'apprentice_seer' | 'robber' | 'troublemaker' | 'drunk' | 'insomniac' | 'hunter' | 'tanner' | 'bodyguard' | 'dream_wolf' | 'villager'; final: 'none' | 'werewolf' | 'mystic_wolf' | 'minion' | 'mason' | 'seer' | 'apprentice_seer' | 'robber' | 'troublemaker' | 'drunk' | 'insomniac' | 'hunter' | 'tanner' | 'bodyguard' | 'dream_wolf' | 'villager' }
  | { type: 'mates_told'; seat: number; mates: number[] }
  | { type: 'deed_told'; seat: number; action_type: 'VIEW_CARD' | 'SWAP_PLAYER_TO_PLAYER' | 'SWAP_PLAYER_TO_CENTER'; source: 'seat_0' | 'seat_1' | 'seat_2' | 'seat_3' | 'seat_4' | 'seat_5' | 'seat_6' | 'seat_7' | 'seat_8' | 'seat_9' | 'center_0' | 'center_1' | 'center_2'; target: 'seat_0' | 'seat_1' | 'seat_2' | 'seat_3' | 'seat_4' | 'seat_5' | 'seat_6' | 'seat_7' | 'seat_8' | 'seat_9' | 'center_0' | 'center_1' | 'center_2' }
  | { type: 'game_ended'; row: number; winners: number[] }
  | { type: 'marked'; seat?: number; players?: number[]; center?: number[] }

export type GrimoireCommand =
  | { type: 'begin_script'; name: string }
  | { type: 'describe_script'; part: 'author' | 'house_rule'; text: string }
  | { type: 'add_character'; character: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32' }
  | { type: 'add_custom'; team: 'none' | 'townsfolk' | 'outsider' | 'minion' | 'demon' | 'traveller' | 'fabled' | 'loric'; first: number; other: number; changes_setup?: boolean; name: string }
  | { type: 'describe_custom'; character: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32'; part: 'id' | 'ability' | 'reminder'; text: string }
  | { type: 'remove_character'; character: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32' }
  | { type: 'order_night'; step: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32' | 'minion_info' | 'demon_info'; first: number; other: number }
  | { type: 'move_seat'; seat: number; place: number }
  | { type: 'swap_seats'; first: number; second: number }
  | { type: 'set_traveller'; seat: number; is_traveller: boolean; character?: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32' }
  | { type: 'fill_bag'; style: 'any' | 'gentle' | 'muddled' }
  | { type: 'set_bag'; characters: ('none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32')[] }
  | { type: 'deal' }
  | { type: 'assign'; seat: number; character: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32' }
  | { type: 'set_belief'; seat: number; character: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32' }
  | { type: 'hand_out' }
  | { type: 'acknowledge' }
  | { type: 'mark_seen'; seat: number }
  | { type: 'set_bluffs'; characters: ('none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32')[] }
  | { type: 'prepare'; seat: number; target: number }
  | { type: 'begin_night' }
  | { type: 'open_step'; step: number }
  | { type: 'close_step' }
  | { type: 'send_prompt' }
  | { type: 'choose'; players: number[]; characters?: ('none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32')[] }
  | { type: 'tell'; players?: number[]; characters?: ('none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32')[]; number?: number; text?: string }
  | { type: 'show'; seat: number; about: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32' | 'minion_info' | 'demon_info' | 'you_are' | 'text'; players?: number[]; characters?: ('none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32')[]; number?: number; text?: string }
  | { type: 'finish_step' }
  | { type: 'skip_step'; step: number }
  | { type: 'redo_step'; step: number }
  | { type: 'add_step'; seat: number }
  | { type: 'add_info'; step: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32' | 'minion_info' | 'demon_info' }
  | { type: 'answer_prompt'; players: number[] }
  | { type: 'begin_day' }
  | { type: 'open_nominations'; is_open: boolean }
  | { type: 'nominate'; nominee: number; nominator?: number | null }
  | { type: 'raise_hand'; is_up: boolean }
  | { type: 'set_hand'; seat: number; is_up: boolean }
  | { type: 'run_clock'; is_running: boolean }
  | { type: 'set_clock'; tenths: number }
  | { type: 'count_hand' }
  | { type: 'cancel_vote' }
  | { type: 'execute'; seat: number }
  | { type: 'claim_action'; action: 'none' | 'dead' | 'used_dead_vote' | 'safe' | 'red_herring' | 'pure' | 'slayer_bullet' | 'no_ability' | 'bounce' | 'peace' | 'martyrdom' | 'scarlet_woman' | 'star_pass' | 'pending_role_reveal' | 'poisoned' | 'drunk' | 'butler_master' | 'misregister' | 'note' | 'shown' | 'wrong'; target: number; seat?: number | null }
  | { type: 'resolve_action' }
  | { type: 'dismiss_action' }
  | { type: 'bet'; winner: 'none' | 'good' | 'evil' }
  | { type: 'set_timer'; seconds: number }
  | { type: 'answer'; player?: number | null; is_yes?: boolean }
  | { type: 'dismiss_question' }
  | { type: 'add_effect'; seat: number; effect: 'none' | 'dead' | 'used_dead_vote' | 'safe' | 'red_herring' | 'pure' | 'slayer_bullet' | 'no_ability' | 'bounce' | 'peace' | 'martyrdom' | 'scarlet_woman' | 'star_pass' | 'pending_role_reveal' | 'poisoned' | 'drunk' | 'butler_master' | 'misregister' | 'note' | 'shown' | 'wrong'; source?: number | null; character?: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32'; expiry?: ('dawn' | 'dusk' | 'source_lost')[]; note?: string }
  | { type: 'remove_effect'; token: number }
  | { type: 'kill'; seat: number }
  | { type: 'revive'; seat: number }
  | { type: 'change_character'; seat: number; character: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32'; is_told?: boolean }
  | { type: 'set_alignment'; seat: number; is_evil: boolean }
  | { type: 'end_game'; winner: 'none' | 'good' | 'evil' }
  | { type: 'dismiss_victory' }
  | { type: 'count_all'; votes?: number }
  | { type: 'declare_winner'; winner: 'none' | 'good' | 'evil' }
  | { type: 'reveal_seat'; seat: number }

export type GrimoireEvent =
  | { type: 'setup_began' }
  | { type: 'script_began'; name: string }
  | { type: 'script_described'; part: 'author' | 'house_rule'; text: string }
  | { type: 'character_added'; character: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32' }
  | { type: 'custom_added'; character: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32'; team: 'none' | 'townsfolk' | 'outsider' | 'minion' | 'demon' | 'traveller' | 'fabled' | 'loric'; changes_setup: boolean; name: string }
  | { type: 'custom_described'; character: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32'; part: 'id' | 'ability' | 'reminder'; text: string }
  | { type: 'character_removed'; character: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32' }
  | { type: 'night_ordered'; step: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32' | 'minion_info' | 'demon_info'; first: number; other: number }
  | { type: 'seat_moved'; seat: number; place: number }
  | { type: 'seats_swapped'; first: number; second: number }
  | { type: 'traveller_set'; seat: number; is_traveller: boolean; character: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32' }
  | { type: 'bag_filled'; characters?: ('none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32')[] }
  | { type: 'character_assigned'; seat?: number; character?: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32'; is_evil?: boolean }
  | { type: 'belief_set'; seat?: number; character?: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32' }
  | { type: 'tokens_handed_out' }
  | { type: 'token_given'; seat?: number; character?: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32'; is_evil?: boolean }
  | { type: 'token_seen'; seat?: number }
  | { type: 'bluffs_chosen'; characters?: ('none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32')[] }
  | { type: 'night_began'; night: number }
  | { type: 'step_added'; step?: number; seat?: number | null; about?: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32' | 'minion_info' | 'demon_info'; origin?: 'sheet' | 'effect' | 'hand'; order?: number; token?: number }
  | { type: 'step_opened'; step?: number; players?: number[]; characters?: ('none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32')[]; number?: number }
  | { type: 'step_closed' }
  | { type: 'choice_made'; step?: number; choice?: number[]; players?: number[]; characters?: ('none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32')[]; number?: number }
  | { type: 'step_done'; step?: number }
  | { type: 'step_skipped'; step?: number }
  | { type: 'step_redone'; step?: number }
  | { type: 'phones_stirred'; stirs: number }
  | { type: 'prompt_sent'; seat?: number; about?: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32' | 'minion_info' | 'demon_info' | 'you_are' | 'text'; count?: number; from?: number[] }
  | { type: 'prompt_answered'; seat?: number; players?: number[] }
  | { type: 'message_sent'; seat?: number; about?: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32' | 'minion_info' | 'demon_info' | 'you_are' | 'text'; players?: number[]; characters?: ('none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32')[]; number?: number; text?: string }
  | { type: 'page_shown'; seat?: number; subject?: number; character?: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32'; effects?: ('none' | 'dead' | 'used_dead_vote' | 'safe' | 'red_herring' | 'pure' | 'slayer_bullet' | 'no_ability' | 'bounce' | 'peace' | 'martyrdom' | 'scarlet_woman' | 'star_pass' | 'pending_role_reveal' | 'poisoned' | 'drunk' | 'butler_master' | 'misregister' | 'note' | 'shown' | 'wrong')[]; belief?: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32' }
  | { type: 'day_began'; day: number }
  | { type: 'nominations_opened'; is_open: boolean }
  | { type: 'nominated'; nominator: number; nominee: number; is_exile: boolean }
  | { type: 'hand_raised'; seat: number; is_up: boolean }
  | { type: 'clock_set'; tenths: number }
  | { type: 'clock_ran'; is_running: boolean; deadline_ms: number }
  | { type: 'hand_counted'; seat: number; is_up: boolean; votes: number; deadline_ms: number }
  | { type: 'vote_counted'; votes: number; result: 'too_few' | 'tied' | 'on_the_block' | 'exile' }
  | { type: 'vote_cancelled' }
  | { type: 'executed'; seat: number; cause: 'demon' | 'shot' | 'execution' | 'purity' | 'exile' | 'storyteller' }
  | { type: 'exiled'; seat: number }
  | { type: 'action_claimed'; seat: number; action: 'none' | 'dead' | 'used_dead_vote' | 'safe' | 'red_herring' | 'pure' | 'slayer_bullet' | 'no_ability' | 'bounce' | 'peace' | 'martyrdom' | 'scarlet_woman' | 'star_pass' | 'pending_role_reveal' | 'poisoned' | 'drunk' | 'butler_master' | 'misregister' | 'note' | 'shown' | 'wrong'; target: number }
  | { type: 'action_resolved' }
  | { type: 'bet_placed'; seat: number }
  | { type: 'bet_sealed'; seat?: number; winner?: 'none' | 'good' | 'evil' }
  | { type: 'timer_set'; deadline_ms: number }
  | { type: 'timer_rang' }
  | { type: 'question_asked'; token?: number; stage?: number; intent?: 'kill' | 'die' | 'execute' | 'exile' | 'nominate' | 'vote'; cause?: 'demon' | 'shot' | 'execution' | 'purity' | 'exile' | 'storyteller'; source?: number | null; target?: number; flags?: number; players?: number[] }
  | { type: 'question_answered'; answer?: number }
  | { type: 'question_dismissed' }
  | { type: 'prevented'; effect?: 'none' | 'dead' | 'used_dead_vote' | 'safe' | 'red_herring' | 'pure' | 'slayer_bullet' | 'no_ability' | 'bounce' | 'peace' | 'martyrdom' | 'scarlet_woman' | 'star_pass' | 'pending_role_reveal' | 'poisoned' | 'drunk' | 'butler_master' | 'misregister' | 'note' | 'shown' | 'wrong'; seat?: number }
  | { type: 'redirected'; effect?: 'none' | 'dead' | 'used_dead_vote' | 'safe' | 'red_herring' | 'pure' | 'slayer_bullet' | 'no_ability' | 'bounce' | 'peace' | 'martyrdom' | 'scarlet_woman' | 'star_pass' | 'pending_role_reveal' | 'poisoned' | 'drunk' | 'butler_master' | 'misregister' | 'note' | 'shown' | 'wrong'; seat?: number; target?: number }
  | { type: 'effect_added'; token?: number; seat?: number; effect?: 'none' | 'dead' | 'used_dead_vote' | 'safe' | 'red_herring' | 'pure' | 'slayer_bullet' | 'no_ability' | 'bounce' | 'peace' | 'martyrdom' | 'scarlet_woman' | 'star_pass' | 'pending_role_reveal' | 'poisoned' | 'drunk' | 'butler_master' | 'misregister' | 'note' | 'shown' | 'wrong'; source?: number | null; character?: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32'; expiry?: ('dawn' | 'dusk' | 'source_lost')[]; note?: string }
  | { type: 'effect_removed'; token?: number; seat?: number; effect?: 'none' | 'dead' | 'used_dead_vote' | 'safe' | 'red_herring' | 'pure' | 'slayer_bullet' | 'no_ability' | 'bounce' | 'peace' | 'martyrdom' | 'scarlet_woman' | 'star_pass' | 'pending_role_reveal' | 'poisoned' | 'drunk' | 'butler_master' | 'misregister' | 'note' | 'shown' | 'wrong' }
  | { type: 'effects_expired'; when?: ('dawn' | 'dusk' | 'source_lost')[] }
  | { type: 'source_lost'; seat?: number }
  | { type: 'ability_lost'; seat?: number }
  | { type: 'died'; seat?: number; cause?: 'demon' | 'shot' | 'execution' | 'purity' | 'exile' | 'storyteller' }
  | { type: 'death_announced'; seat: number; at_night: boolean }
  | { type: 'life_announced'; seat: number }
  | { type: 'ghost_vote_set'; seat: number; is_spent: boolean }
  | { type: 'character_changed'; seat?: number; character?: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32'; is_evil?: boolean }
  | { type: 'alignment_set'; seat?: number; is_evil?: boolean }
  | { type: 'warned'; warning?: 'wrong_team_count' | 'wrong_bag_size' | 'no_demon' | 'seat_without_character' | 'belief_missing' | 'belief_in_play' | 'preparation_missing' | 'bluff_in_play' | 'tokens_unseen' | 'steps_left' | 'block_not_executed' | 'vote_without_master' | 'custom_changes_setup'; seat?: number | null }
  | { type: 'victory_reached'; winner?: 'none' | 'good' | 'evil'; reason?: 'demon_is_dead' | 'two_are_left' | 'peace_was_kept' | 'martyr_was_executed' | 'storyteller_decided' }
  | { type: 'victory_dismissed' }
  | { type: 'seat_revealed'; seat: number; character: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32'; belief: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32'; is_evil: boolean }
  | { type: 'bet_revealed'; seat: number; winner: 'none' | 'good' | 'evil' }
  | { type: 'game_ended'; winner: 'none' | 'good' | 'evil'; reason: 'demon_is_dead' | 'two_are_left' | 'peace_was_kept' | 'martyr_was_executed' | 'storyteller_decided' }
  | { type: 'step_acted'; step?: number }
  | { type: 'step_taken_back'; step?: number }
  | { type: 'step_failed'; step?: number; effect?: 'none' | 'dead' | 'used_dead_vote' | 'safe' | 'red_herring' | 'pure' | 'slayer_bullet' | 'no_ability' | 'bounce' | 'peace' | 'martyrdom' | 'scarlet_woman' | 'star_pass' | 'pending_role_reveal' | 'poisoned' | 'drunk' | 'butler_master' | 'misregister' | 'note' | 'shown' | 'wrong' }
  | { type: 'statement_judged'; seat?: number; is_true?: boolean; players?: number[]; characters?: ('none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32')[]; number?: number }
  | { type: 'winner_declared'; winner: 'none' | 'good' | 'evil'; reason: 'demon_is_dead' | 'two_are_left' | 'peace_was_kept' | 'martyr_was_executed' | 'storyteller_decided' }
  | { type: 'token_turned'; seat: number; character: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32'; belief: 'none' | 'washerwoman' | 'librarian' | 'investigator' | 'chef' | 'empath' | 'fortune_teller' | 'undertaker' | 'monk' | 'ravenkeeper' | 'virgin' | 'slayer' | 'soldier' | 'mayor' | 'butler' | 'drunk' | 'recluse' | 'saint' | 'poisoner' | 'spy' | 'scarlet_woman' | 'baron' | 'imp' | 'custom_1' | 'custom_2' | 'custom_3' | 'custom_4' | 'custom_5' | 'custom_6' | 'custom_7' | 'custom_8' | 'custom_9' | 'custom_10' | 'custom_11' | 'custom_12' | 'custom_13' | 'custom_14' | 'custom_15' | 'custom_16' | 'custom_17' | 'custom_18' | 'custom_19' | 'custom_20' | 'custom_21' | 'custom_22' | 'custom_23' | 'custom_24' | 'custom_25' | 'custom_26' | 'custom_27' | 'custom_28' | 'custom_29' | 'custom_30' | 'custom_31' | 'custom_32'; is_evil: boolean }

/** What is said in each game, by its id. */
export interface Games {
  journeyman: { command: JourneymanCommand; event: JourneymanEvent };
  avalon: { command: AvalonCommand; event: AvalonEvent };
  chess: { command: ChessCommand; event: ChessEvent };
  onenight: { command: OnenightCommand; event: OnenightEvent };
  grimoire: { command: GrimoireCommand; event: GrimoireEvent };
}

export type ProblemCode = 'bad_json' | 'bad_request' | 'bad_argument' | 'missing_argument' | 'unknown_argument' | 'unknown_command' | 'bad_name' | 'bad_code' | 'bad_option' | 'unknown_game' | 'bad_log' | 'no_session' | 'expired_session' | 'wrong_origin' | 'not_admin' | 'not_member' | 'not_host' | 'not_seated' | 'not_allowed' | 'kicked' | 'locked' | 'banned' | 'filtered' | 'no_room' | 'not_found' | 'wrong_method' | 'room_full' | 'seat_taken' | 'name_taken' | 'code_taken' | 'moved_already' | 'spectators_full' | 'too_few_players' | 'game_is_over' | 'wrong_phase' | 'not_your_turn' | 'bad_target' | 'not_now' | 'paused' | 'too_soon' | 'log_full' | 'closed' | 'too_large' | 'too_many_requests' | 'too_many_tables' | 'internal' | 'too_busy' | 'out_of_order' | 'elsewhere' | 'not_saved' | 'disk_full' | 'read_only' | 'restarting';
