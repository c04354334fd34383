/* The commands besides serve. Each gets the arguments behind its name and returns the exit code: 0 fine,
 * 1 it could not be done or something was found, 2 wrong usage. */
#ifndef PARLOUR_COMMANDS_H
#define PARLOUR_COMMANDS_H

int run_backup(int argc, char **argv);
int run_restore(int argc, char **argv);
int run_doctor(int argc, char **argv);
int run_health(int argc, char **argv);
int run_migrate(int argc, char **argv);
int run_copy(int argc, char **argv);
int run_admin(int argc, char **argv);
int run_simulate(int argc, char **argv);
int run_describe(int argc, char **argv);
int run_perft(int argc, char **argv);
int run_verify(int argc, char **argv);

#endif
