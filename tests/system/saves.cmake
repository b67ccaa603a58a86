# Saves and restores with real processes: see saves/saves_program_test.cpp.
add_subdirectory(saves)
